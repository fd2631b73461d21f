package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.HandoffTask;
import org.reactiveserializer.stress.support.Reactions;

/** A task that is claimed in two steps: two threads can both succeed. */
public final class LooseHandoff extends HandoffTask {
  private volatile boolean claimed;

  /** Creates a task. Called by the owner of {@code loop}. */
  public LooseHandoff(DrainLoop loop) {
    super(loop);
  }

  @Override
  protected boolean claim() {
    if (claimed) {
      return false;
    }
    Reactions.spin();
    claimed = true;
    return true;
  }
}
