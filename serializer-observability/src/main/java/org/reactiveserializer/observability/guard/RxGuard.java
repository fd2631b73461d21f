package org.reactiveserializer.observability.guard;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.FlowableTransformer;
import java.util.Objects;
import org.reactivestreams.Subscriber;

/** A {@link SerialGuard} for RxJava: {@code flowable.compose(RxGuard.watch(guard))}. */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class RxGuard {
  private RxGuard() {}

  /**
   * Returns an operator that passes everything on and reports breaches: see {@link SerialGuard}. RxJava
   * puts no subscriber of its own in front of it, which would drop concurrent items.
   *
   * @param guard the settings
   * @param <T> the type of the items
   * @return a transformer for {@link Flowable#compose}
   */
  public static <T> FlowableTransformer<T, T> watch(SerialGuard guard) {
    Objects.requireNonNull(guard, "guard is null");
    return upstream ->
        Flowable.unsafeCreate(
            downstream -> upstream.subscribe(new FlowableGuarded<T>(guard, downstream)));
  }

  private static final class FlowableGuarded<T> extends Guarded<T>
      implements FlowableSubscriber<T> {
    FlowableGuarded(SerialGuard guard, Subscriber<? super T> downstream) {
      super(guard, downstream);
    }
  }
}
