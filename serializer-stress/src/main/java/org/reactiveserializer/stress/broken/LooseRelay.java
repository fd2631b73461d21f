package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactiveserializer.internal.right.Relay;
import org.reactiveserializer.stress.support.Reactions;

/** A relay that is claimed in two steps: two threads can both succeed. */
public final class LooseRelay extends Relay {
  private volatile boolean claimed;

  /** Creates a relay. Called by the owner of {@code loop}. */
  public LooseRelay(EmissionLoop loop) {
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
