package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialGuard;
import org.reactiveserializer.internal.guard.GuardSettings;
import org.reactiveserializer.internal.guard.Guarded;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.FlowUpstream;

/**
 * A {@link SerialGuard} for Mutiny: {@code multi.plug(MutinyGuard.watch(guard))}. Import a publisher that
 * may break rules by {@code Multi.createFrom().safePublisher(raw)}; {@code publisher(raw)} puts a
 * subscriber in front of the guard that drops concurrent items.
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class MutinyGuard {
  private MutinyGuard() {}

  /**
   * Returns an operator that passes everything on and reports breaches: see {@link SerialGuard}. The
   * upstream sees the subscriber's context.
   *
   * @param guard the settings
   * @param <T> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <T> Function<Multi<T>, Multi<T>> watch(SerialGuard guard) {
    GuardSettings settings = Bridges.guardSettings(guard);
    return upstream -> new WatchedMulti<>(upstream, settings);
  }

  private static final class WatchedMulti<T> extends AbstractMulti<T> {
    private final Multi<T> upstream;
    private final GuardSettings settings;

    WatchedMulti(Multi<T> upstream, GuardSettings settings) {
      this.upstream = Objects.requireNonNull(upstream, "upstream is null");
      this.settings = settings;
    }

    @Override
    public void subscribe(MultiSubscriber<? super T> downstream) {
      upstream.subscribe(
          new MultiGuarded<>(
              settings, Objects.requireNonNull(downstream, "downstream is null (§1.9)")));
    }
  }

  private static final class MultiGuarded<T> extends Guarded<T>
      implements MultiSubscriber<T>, ContextSupport {
    private final MultiSubscriber<? super T> downstream;

    MultiGuarded(GuardSettings settings, MultiSubscriber<? super T> downstream) {
      super(settings, new MultiDownstream<>(downstream));
      this.downstream = downstream;
    }

    @Override
    public Context context() {
      return MultiDownstream.contextOf(downstream);
    }

    @Override
    public void onSubscribe(Flow.@Nullable Subscription subscription) {
      onSubscribe(subscription == null ? null : FlowUpstream.of(subscription));
    }

    @Override
    public void onItem(T item) {
      onNext(item);
    }

    @Override
    public void onFailure(Throwable failure) {
      onError(failure);
    }

    @Override
    public void onCompletion() {
      onComplete();
    }
  }
}
