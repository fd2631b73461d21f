package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.FlowableTransformer;
import java.util.Objects;
import org.reactiveserializer.SerialGuard;
import org.reactiveserializer.internal.guard.GuardSettings;
import org.reactiveserializer.internal.guard.Guarded;
import org.reactiveserializer.internal.operator.Bridges;
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
    GuardSettings settings = Bridges.guardSettings(guard);
    return upstream -> new WatchedFlowable<>(upstream, settings);
  }

  private static final class WatchedFlowable<T> extends Flowable<T> {
    private final Flowable<T> upstream;
    private final GuardSettings settings;

    WatchedFlowable(Flowable<T> upstream, GuardSettings settings) {
      this.upstream = Objects.requireNonNull(upstream, "upstream is null");
      this.settings = settings;
    }

    @Override
    protected void subscribeActual(Subscriber<? super T> downstream) {
      upstream.subscribe(new FlowableGuarded<>(settings, downstream));
    }
  }

  private static final class FlowableGuarded<T> extends Guarded<T>
      implements FlowableSubscriber<T> {
    FlowableGuarded(GuardSettings settings, Subscriber<? super T> downstream) {
      super(settings, downstream);
    }
  }
}
