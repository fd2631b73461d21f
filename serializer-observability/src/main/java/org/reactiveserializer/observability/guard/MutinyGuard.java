package org.reactiveserializer.observability.guard;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;

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
    Objects.requireNonNull(guard, "guard is null");
    return upstream ->
        new AbstractMulti<T>() {
          @Override
          public void subscribe(MultiSubscriber<? super T> downstream) {
            Objects.requireNonNull(downstream, "downstream is null (§1.9)");
            upstream.subscribe(
                new MultiGuarded<T>(
                    FlowAdapters.toFlowSubscriber(
                        guard.<T>wrap(FlowAdapters.toSubscriber(downstream))),
                    downstream instanceof ContextSupport known
                        ? known.context()
                        : Context.empty()));
          }
        };
  }

  private record MultiGuarded<T>(Flow.Subscriber<T> guarded, Context context)
      implements MultiSubscriber<T>, ContextSupport {
    @Override
    public void onSubscribe(Flow.@Nullable Subscription subscription) {
      guarded.onSubscribe(subscription);
    }

    @Override
    public void onItem(T item) {
      guarded.onNext(item);
    }

    @Override
    public void onFailure(Throwable failure) {
      guarded.onError(failure);
    }

    @Override
    public void onCompletion() {
      guarded.onComplete();
    }
  }
}
