package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.helpers.Subscriptions;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.internal.operator.SinkOperator;

/** A sink of the core as a {@link io.smallrye.mutiny.Multi}. */
final class SinkMulti<T> extends AbstractMulti<T> {
  private final SinkOperator<T> core;
  private final Consumer<MultiSubscriber<? super T>> onSubscriber;

  /**
   * Creates a view.
   *
   * @param onSubscriber called with the one subscriber, before its first signal
   */
  SinkMulti(SinkOperator<T> core, Consumer<MultiSubscriber<? super T>> onSubscriber) {
    this.core = core;
    this.onSubscriber = onSubscriber;
    core.fallBackTo(null, Infrastructure::handleDroppedException);
  }

  @Override
  public void subscribe(MultiSubscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    Throwable refusal =
        core.admit(new MultiDownstream<>(subscriber, () -> onSubscriber.accept(subscriber)));
    if (refusal != null) {
      Subscriptions.fail(subscriber, refusal);
    }
  }
}
