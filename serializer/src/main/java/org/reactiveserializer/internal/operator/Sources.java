package org.reactiveserializer.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What a merge takes for a source: an iterable, a stage, a publisher of {@link Flow}. */
public final class Sources {
  private Sources() {}

  /**
   * Returns the sources in the array, which is copied.
   *
   * @throws NullPointerException if a source is null; the message has its index
   */
  public static <S> List<S> of(S[] sources) {
    List<S> list = new ArrayList<>(sources.length);
    for (S source : sources) {
      list.add(Objects.requireNonNull(source, () -> "publisher " + list.size() + " is null"));
    }
    return list;
  }

  /**
   * Returns a publisher of {@link Flow} as one of Reactive Streams, without an adapter of {@link
   * FlowAdapters}.
   */
  public static <P> Publisher<P> of(Flow.Publisher<P> source) {
    Objects.requireNonNull(source, "source is null");
    Publisher<P> reactive = FlowAdapters.toPublisher(source);
    // If the conversion back does not return source, then source was an adapter, and reactive is
    // what it adapts.
    return FlowAdapters.toFlowPublisher(reactive) == source ? new OfFlow<>(source) : reactive;
  }

  /** Returns the source, without an adapter of {@link FlowAdapters} if it has one. */
  static <T> Publisher<? extends T> direct(Publisher<? extends T> source) {
    Flow.Publisher<? extends T> flow = FlowAdapters.toFlowPublisher(source);
    // If the conversion back does not return source, then source was an adapter of flow.
    return FlowAdapters.toPublisher(flow) == source ? source : new OfFlow<T>(flow);
  }

  /** Returns the plan for some sources of {@link Flow}. */
  public static <R> MergeSettings.Plan<Flow.Publisher<? extends R>, R> planOfFlow(
      MergeSettings<R> settings, Iterable<? extends Flow.Publisher<? extends R>> sources) {
    Objects.requireNonNull(sources, "publishers is null");
    return settings.plan(new OfIterable<>(sources), Sources.mapping(source -> source), null);
  }

  /** Returns a mapper to publishers of Reactive Streams. If {@code mapper} returns null, so does it. */
  public static <S, T> Function<S, @Nullable Publisher<? extends T>> mapping(
      Function<? super S, ? extends Flow.Publisher<? extends T>> mapper) {
    Objects.requireNonNull(mapper, "mapper is null");
    return item -> {
      Flow.Publisher<? extends T> inner = mapper.apply(item);
      return inner == null ? null : of(inner);
    };
  }

  /**
   * A {@link Flow.Publisher} as a publisher of Reactive Streams, which the core needs. The
   * subscribers of a merge implement both interfaces, so there is no adapter.
   *
   * @param publisher the publisher
   * @param <T> the type of the items
   */
  public record OfFlow<T>(Flow.Publisher<? extends T> publisher) implements Publisher<T> {
    @Override
    public void subscribe(Subscriber<? super T> subscriber) {
      publisher.subscribe(FlowAdapters.toFlowSubscriber(subscriber));
    }

    /** Returns the publisher's own string, since errors of the merge name the publisher by it. */
    @Override
    public String toString() {
      return publisher.toString();
    }
  }

  /**
   * Publishes the elements of an iterable, on the threads that request them. Each subscriber gets an
   * iteration of its own. If the iterator throws, or an element is null, the stream ends with that
   * error.
   *
   * @param iterable the iterable
   * @param <S> the type of the elements
   */
  public record OfIterable<S>(Iterable<? extends S> iterable) implements Publisher<S> {

    @Override
    public void subscribe(Subscriber<? super S> downstream) {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      Iteration<S> iteration = new Iteration<>(iterable, downstream);
      iteration.begin();
    }

    /**
     * One iteration. A thread that raises {@code requests} from zero emits until it is zero again; so one emits
     * at a time, and each happens-before the next.
     */
    private static final class Iteration<S> implements Subscription {
      private final Iterable<? extends S> iterable;
      private final Subscriber<? super S> downstream;
      private final AtomicLong requested = new AtomicLong();
      private final AtomicInteger requests = new AtomicInteger();
      private volatile boolean over;

      // By the thread that emits.
      private @Nullable Iterator<? extends S> iterator;
      private long index;

      Iteration(Iterable<? extends S> iterable, Subscriber<? super S> downstream) {
        this.iterable = iterable;
        this.downstream = downstream;
      }

      /**
       * Signals {@code onSubscribe}, and then completes if the iterable is empty, which needs no
       * demand.
       */
      void begin() {
        downstream.onSubscribe(this);
        request(0);
      }

      @Override
      public void request(long n) {
        requested.accumulateAndGet(n, Iteration::sum);
        if (requests.getAndIncrement() == 0) {
          int seen = 1;
          do {
            emit();
            seen = requests.addAndGet(-seen);
          } while (seen != 0);
        }
      }

      private static long sum(long left, long right) {
        return left + right < 0 ? Long.MAX_VALUE : left + right; // §3.17
      }

      @Override
      public void cancel() {
        over = true;
      }

      private void emit() {
        while (!over) {
          @Nullable S element = null;
          try {
            if (iterator == null) {
              iterator = iterable.iterator();
            }
            if (iterator.hasNext()) {
              if (index == requested.get()) {
                return;
              }
              element = iterator.next();
              if (element == null) {
                throw new NullPointerException("element " + index + " is null");
              }
            }
          } catch (
              Throwable thrown) { // by the iterator: the downstream is not called in this block
            over = true;
            downstream.onError(thrown);
            return;
          }
          if (element == null) {
            over = true;
            downstream.onComplete();
          } else {
            index++;
            downstream.onNext(element);
          }
        }
      }
    }
  }

  /**
   * Publishes the value of a stage, if that is not null, and completes; or fails as the stage does. It is
   * a sink with one item. A cancellation cancels the stage, if it is one that can be.
   *
   * @param stage the stage
   * @param <T> the type of the value
   */
  public record OfStage<T>(CompletionStage<? extends T> stage) implements Publisher<T> {
    @Override
    public void subscribe(Subscriber<? super T> downstream) {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      SinkOperator<T> sink = new SinkOperator<>(SerialSettings.of(Hooks.none()));
      Feed<T> feed = new Feed<>(stage, sink);
      sink.callbacks().onCancel(feed::cancel);
      sink.admit(downstream);
      stage.whenComplete(feed);
    }

    private static Throwable cause(Throwable error) {
      Throwable cause = error.getCause();
      return error instanceof CompletionException && cause != null ? cause : error;
    }

    /** What the stage keeps: nothing more of a stream that was cancelled. */
    private static final class Feed<T> implements BiConsumer<T, Throwable> {
      private final CompletionStage<? extends T> stage;
      private volatile @Nullable SinkOperator<T> sink;

      Feed(CompletionStage<? extends T> stage, SinkOperator<T> sink) {
        this.stage = stage;
        this.sink = sink;
      }

      @Override
      public void accept(@Nullable T value, @Nullable Throwable error) {
        SinkOperator<T> fed = sink;
        if (fed == null) {
          return;
        }
        if (error != null) {
          fed.tryFail(cause(error));
        } else {
          if (value != null) {
            fed.tryEmit(value);
          }
          fed.tryComplete();
        }
      }

      void cancel() {
        sink = null;
        try {
          stage.toCompletableFuture().cancel(false);
        } catch (UnsupportedOperationException cannotBeCancelled) {
          // Its value is ignored.
        }
      }
    }
  }
}
