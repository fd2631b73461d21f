package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Work;

/**
 * Never lets go of a node that was taken, as a collector does not that has promoted it: what a dead
 * node still refers to lives on. So if no item does, no node refers to one.
 */
public class Hoard extends EmissionRight {
  // Of the owner.
  private final List<Work> kept = new ArrayList<>();

  /** Creates a right that nobody holds. */
  public Hoard() {}

  @Override
  public final @Nullable Work take() {
    return kept(super.take());
  }

  @Override
  public final @Nullable Work closeWord() {
    return kept(super.closeWord());
  }

  private @Nullable Work kept(@Nullable Work youngest) {
    if (youngest != null) {
      kept.add(youngest);
    }
    return youngest;
  }
}
