package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Work;

/**
 * A right that keeps every node that was taken, as a garbage collector does that has promoted the
 * node: objects to which a dead node still refers stay alive. So if no item stays alive, no node
 * refers to one.
 */
public class NodeKeepingRight extends EmissionRight {
  // Accessed by the owner only.
  private final List<Work> kept = new ArrayList<>();

  /** Creates an idle right. */
  public NodeKeepingRight() {}

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
