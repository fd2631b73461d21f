package org.reactiveserializer.observability.guard;

import java.util.Objects;
import java.util.function.Function;
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
    Objects.requireNonNull(guard, "guard is null");
    return upstream ->
        new FluxOperator<T, T>(upstream) {
          @Override
          public void subscribe(CoreSubscriber<? super T> actual) {
            source.subscribe(new CoreGuarded<>(guard, actual));
          }
        };
  }

  private static final class CoreGuarded<T> extends Guarded<T> implements CoreSubscriber<T> {
    private final CoreSubscriber<? super T> actual;

    CoreGuarded(SerialGuard guard, CoreSubscriber<? super T> actual) {
      super(guard, Objects.requireNonNull(actual, "subscriber is null (§1.9)"));
      this.actual = actual;
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }
  }
}
