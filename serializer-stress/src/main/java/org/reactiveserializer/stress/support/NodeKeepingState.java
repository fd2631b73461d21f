package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;

/**
 * A drain state that keeps every node that was taken, as a garbage collector does that has promoted the
 * node: objects to which a dead node still refers stay alive. So if no item stays alive, no node
 * refers to one.
 */
public class NodeKeepingState extends DrainState {
  // Accessed by the owner only.
  private final List<Work> kept = new ArrayList<>();

  /** Creates an idle state. */
  public NodeKeepingState() {}

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
