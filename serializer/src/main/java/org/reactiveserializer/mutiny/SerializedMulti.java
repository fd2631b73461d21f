package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import org.reactiveserializer.internal.operator.SerialSettings;

/** The operator that {@link MutinySerializer} makes: each subscriber gets an emitter of its own. */
final class SerializedMulti<T> extends AbstractMulti<T> {
  private final Multi<T> upstream;
  private final SerialSettings<T> settings;

  SerializedMulti(Multi<T> upstream, SerialSettings<T> settings) {
    this.upstream = upstream;
    this.settings = settings;
  }

  @Override
  public void subscribe(MultiSubscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null (§1.9)");
    MultiSerialEmitter<T> emitter = new MultiSerialEmitter<>(settings, downstream);
    upstream.subscribe(Infrastructure.onMultiSubscription(upstream, emitter));
  }
}
