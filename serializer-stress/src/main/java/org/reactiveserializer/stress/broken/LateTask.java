package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.stress.support.Item;

/**
 * A sink whose owner does not look for a cancellation after it has published the task that the
 * ownership goes to. The thread that cancels may not have found the task.
 */
public final class LateTask extends SinkOperator<Item> {
  /** Creates one. */
  public LateTask(SerialSettings<Item> settings) {
    super(settings);
  }

  @Override
  protected boolean mayOnlyDiscard() {
    return false;
  }
}
