package org.reactiveserializer.stress.broken;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.WhenFull;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Subject;
import org.reactivestreams.Subscriber;

/**
 * A serializer whose producers append to their run as long as it is open, although others have
 * handed over since. The order of each thread is kept, and that is all.
 *
 * @param <T> the type of the items
 */
public final class OpenRun<T> extends SerialEmitter<T> {
  private final ThreadLocal<@Nullable Run<T>> last = new ThreadLocal<>();

  /** Creates a serializer whose items only tasks deliver. */
  public OpenRun(Subscriber<? super T> downstream, Executor executor) {
    super(
        new SerialSettings<>(
            SerialSettings.UNBOUNDED,
            WhenFull.REFUSE,
            null,
            new DrainLimit(Integer.MAX_VALUE, executor, true),
            Hooks.none()),
        downstream);
  }

  /** Creates a serializer. */
  public OpenRun(Subscriber<? super T> downstream, Hooks<? super T> hooks) {
    super(newRight(), Termination.immediate(), downstream, hooks);
  }

  /** Creates a subject of this kind. */
  public static Subject subject(Probe downstream, Fates fates) {
    return Subject.of(new OpenRun<Item>(downstream, fates.hooks()));
  }

  @Override
  @SuppressWarnings("unchecked") // runs of T only
  protected boolean appendTo(@Nullable Work youngest, SerialEmitter<T> source, T item) {
    if (super.appendTo(youngest, source, item)) {
      last.set((Run<T>) youngest);
      return true;
    }
    Run<T> open = last.get();
    return open != null && open.append(item);
  }
}
