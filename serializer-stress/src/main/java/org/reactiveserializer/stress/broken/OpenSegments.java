package org.reactiveserializer.stress.broken;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactivestreams.Subscriber;

/**
 * A drain state whose producers append to their segment as long as it is open, although others have handed
 * over since. The order of each thread is kept, and that is all.
 */
public final class OpenSegments extends DrainState {
  private final ThreadLocal<@Nullable Work> last = new ThreadLocal<>();

  /** Creates one that nobody has. */
  public OpenSegments() {}

  /** Creates a serializer with such a state, whose items only tasks deliver. */
  public static <T> SerialOperator<T> byTasks(Subscriber<? super T> downstream, Executor executor) {
    return new SerialOperator<>(
        new OpenSegments(),
        new SerialSettings<T>(
            SerialSettings.UNBOUNDED,
            Overflow.DROP_NEWEST,
            null,
            new DrainLimit(Integer.MAX_VALUE, executor, true),
            Hooks.none()),
        downstream);
  }

  @Override
  public Handover push(Work work) {
    if (work instanceof Segment<?>) {
      last.set(work);
    }
    return super.push(work);
  }

  @Override
  public @Nullable Work youngest() {
    Work own = last.get();
    return own == null ? super.youngest() : own;
  }
}
