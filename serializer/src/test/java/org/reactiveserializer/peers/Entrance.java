package org.reactiveserializer.peers;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * The entrance to a library through which the threads of a {@link Trial} emit: the subscriber in
 * front of the downstream, with every hook that the library has for items and errors that are not
 * delivered.
 */
enum Entrance {
  OURS {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return serializer(lost).wrap(downstream);
    }
  },

  OURS_DELAYED {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return serializer(lost).errors(ErrorMode.DELAYED).wrap(downstream);
    }
  },

  /** Has a hook for errors, none for items. */
  RXJAVA {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      hookRxJava(lost);
      return new io.reactivex.rxjava3.subscribers.SerializedSubscriber<>(downstream);
    }
  },

  /** Has hooks for items that are discarded, items that are dropped, and errors. */
  REACTOR {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      hookReactor(lost);
      Context context =
          Operators.enableOnDiscard(Context.empty(), (Item item) -> lost.items().accept(item));
      return Operators.serialize(new WithContext(downstream, context));
    }
  },

  /** Has a hook for errors, none for items. */
  MUTINY {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      Infrastructure.setDroppedExceptionHandler(lost.errors());
      return FlowAdapters.toSubscriber(
          new io.smallrye.mutiny.subscription.SerializedSubscriber<>(
              FlowAdapters.toFlowSubscriber(downstream)));
    }
  },

  /** A publisher in a {@code Flowable}, subscribed to by a plain Reactive Streams subscriber. */
  FLOWABLE {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      hookRxJava(lost);
      return upstreamEnd(raw -> Flowable.fromPublisher(raw).subscribe(downstream));
    }
  },

  FLOWABLE_BEHIND_OURS {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      Serializer<Item> ours = serializer(lost);
      hookRxJava(lost);
      return upstreamEnd(raw -> Flowable.fromPublisher(ours.serialize(raw)).subscribe(downstream));
    }
  },

  FLOWABLE_BEFORE_OURS {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return FLOWABLE.before(serializer(lost).wrap(downstream), lost);
    }
  },

  FLOWABLE_BEFORE_BRIDGE {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return FLOWABLE.before(RxSerializer.wrap(downstream, serializer(lost)), lost);
    }
  },

  /** A publisher in a {@code Flux}, subscribed to by a plain Reactive Streams subscriber. */
  FLUX {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      hookReactor(lost);
      return upstreamEnd(raw -> Flux.from(raw).subscribe(downstream));
    }
  },

  FLUX_BEHIND_OURS {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      Serializer<Item> ours = serializer(lost);
      hookReactor(lost);
      return upstreamEnd(raw -> Flux.from(ours.serialize(raw)).subscribe(downstream));
    }
  },

  FLUX_BEFORE_OURS {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return FLUX.before(serializer(lost).wrap(downstream), lost);
    }
  },

  UNICAST_SINK {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return sink(Sinks.many().unicast().onBackpressureBuffer(), downstream, lost);
    }
  },

  MULTICAST_SINK {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return sink(Sinks.many().multicast().onBackpressureBuffer(), downstream, lost);
    }
  },

  REPLAY_SINK {
    @Override
    Subscriber<Item> before(Subscriber<Item> downstream, Lost lost) {
      return sink(Sinks.many().replay().all(), downstream, lost);
    }
  };

  /** An item: a new object each time, so that it can be tracked. */
  record Item(String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The receivers of all items and errors that the hooks of a library get. */
  record Lost(Consumer<Item> items, Consumer<Throwable> errors) {}

  /** Creates the subscriber that the threads emit into. */
  abstract Subscriber<Item> before(Subscriber<Item> downstream, Lost lost);

  /** Resets the hooks that apply to the whole virtual machine. */
  static void unhook() {
    RxJavaPlugins.reset();
    Hooks.resetOnNextDropped();
    Hooks.resetOnErrorDropped();
    Infrastructure.resetDroppedExceptionHandler();
  }

  private static Serializer<Item> serializer(Lost lost) {
    return Serializer.<Item>withDefaults().onDiscard(lost.items()).onErrorDropped(lost.errors());
  }

  private static void hookRxJava(Lost lost) {
    RxJavaPlugins.setErrorHandler(
        error ->
            lost.errors()
                .accept(error instanceof UndeliverableException ? error.getCause() : error));
  }

  private static void hookReactor(Lost lost) {
    Hooks.onNextDropped(item -> lost.items().accept((Item) item));
    Hooks.onErrorDropped(lost.errors());
  }

  /** Returns the subscriber that a publisher gets if it is subscribed to through a library. */
  private static Subscriber<Item> upstreamEnd(Consumer<Publisher<Item>> subscribe) {
    AtomicReference<Subscriber<? super Item>> end = new AtomicReference<>();
    subscribe.accept(end::set);
    @SuppressWarnings("unchecked") // it receives items only
    Subscriber<Item> found = (Subscriber<Item>) Objects.requireNonNull(end.get());
    return found;
  }

  private static Subscriber<Item> sink(
      Sinks.Many<Item> sink, Subscriber<Item> downstream, Lost lost) {
    hookReactor(lost);
    sink.asFlux().subscribe(downstream);
    return new IntoSink(sink);
  }

  /** Adapts a sink to a subscriber; a refusal throws. */
  private record IntoSink(Sinks.Many<Item> sink) implements Subscriber<Item> {
    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Item item) {
      sink.tryEmitNext(item).orThrow();
    }

    @Override
    public void onError(Throwable error) {
      sink.tryEmitError(error).orThrow();
    }

    @Override
    public void onComplete() {
      sink.tryEmitComplete().orThrow();
    }
  }

  private record WithContext(Subscriber<Item> downstream, Context currentContext)
      implements CoreSubscriber<Item> {
    @Override
    public void onSubscribe(Subscription subscription) {
      downstream.onSubscribe(subscription);
    }

    @Override
    public void onNext(Item item) {
      downstream.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      downstream.onError(error);
    }

    @Override
    public void onComplete() {
      downstream.onComplete();
    }
  }
}
