package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;

/**
 * A sink that looks whether there is something to deliver before it takes what was signalled: it
 * misses the cause of a signal that comes in between.
 */
public final class HastySink extends SinkOperator<Item> {
  /** Creates one. */
  public HastySink(SerialSettings<Item> settings) {
    super(settings);
  }

  @Override
  protected boolean isPassUseless() {
    boolean nothing = !isEnding() && !hasArrived() && !hasMore();
    Reactions.spin();
    super.isPassUseless(); // takes, and looks; but the looks before count
    return nothing;
  }
}
