package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Function;
import org.reactiveserializer.SerialGuard;
import org.reactiveserializer.internal.guard.GuardSettings;
import org.reactiveserializer.internal.guard.Guarded;
import org.reactiveserializer.internal.operator.Bridges;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.util.context.Context;

/** A {@link SerialGuard} for Reactor: {@code flux.transform(ReactorGuard.watch(guard))}. */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public final class ReactorGuard {
  private ReactorGuard() {}

  /**
   * Returns an operator that passes everything on and reports breaches: see {@link SerialGuard}. The
   * upstream sees the subscriber's context. Operator fusion is neither requested nor offered, so the
   * operators beside the guard really signal.
   *
   * @param guard the settings
   * @param <T> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <T> Function<Flux<T>, Flux<T>> watch(SerialGuard guard) {
    GuardSettings settings = Bridges.guardSettings(guard);
    return upstream -> new WatchedFlux<>(upstream, settings);
  }

  private static final class WatchedFlux<T> extends FluxOperator<T, T> {
    private final GuardSettings settings;

    WatchedFlux(Flux<T> upstream, GuardSettings settings) {
      super(upstream);
      this.settings = settings;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
      source.subscribe(
          new CoreGuarded<>(settings, Objects.requireNonNull(actual, "subscriber is null (§1.9)")));
    }
  }

  private static final class CoreGuarded<T> extends Guarded<T> implements CoreSubscriber<T> {
    private final CoreSubscriber<? super T> actual;

    CoreGuarded(GuardSettings settings, CoreSubscriber<? super T> actual) {
      super(settings, actual);
      this.actual = actual;
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }
  }
}
