package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Subject;

/**
 * A serializer whose producers append to their run as long as it is open, although others have
 * handed over since. The order of each thread is kept, and that is all.
 */
public final class OpenRun extends SerialEmitter<Item> {
  // One is enough: only its own thread can append to it.
  private volatile @Nullable Run<Item> last;

  private OpenRun(Probe downstream, Hooks<Item> hooks) {
    super(Termination.immediate(), downstream, hooks);
  }

  /** Creates a subject of this kind. */
  public static Subject subject(Probe downstream, Fates fates) {
    return Subject.of(new OpenRun(downstream, fates.hooks()));
  }

  @Override
  @SuppressWarnings("unchecked") // runs of items only
  protected boolean appendTo(@Nullable Work youngest, SerialEmitter<Item> source, Item item) {
    if (super.appendTo(youngest, source, item)) {
      last = (Run<Item>) youngest;
      return true;
    }
    Run<Item> open = last;
    return open != null && open.append(item);
  }
}
