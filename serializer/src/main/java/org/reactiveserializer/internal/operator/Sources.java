package org.reactiveserializer.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
  public static <P> Publisher<? extends P> of(Flow.Publisher<P> source) {
    Objects.requireNonNull(source, "source is null");
    return direct(FlowAdapters.toPublisher(source));
  }

  /** Returns the source, without an adapter of {@link FlowAdapters} if it has one. */
  static <T> Publisher<? extends T> direct(Publisher<? extends T> source) {
    Flow.Publisher<? extends T> flow = FlowAdapters.toFlowPublisher(source);
    // If the conversion back does not return source, then source was an adapter of flow.
    return FlowAdapters.toPublisher(flow) == source ? source : new OfFlow<T>(flow);
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
   * Publishes the elements of an iterable to a merge, on the threads that request them. Each subscriber gets an
   * iteration of its own. If the iterator throws, or an element is null, the stream ends with that
   * error.
   *
   * @param iterable the iterable
   * @param <S> the type of the elements
   */
  public record OfIterable<S>(Iterable<? extends S> iterable) implements Publisher<S> {
    /** Creates a publisher of sources. */
    public OfIterable {
      Objects.requireNonNull(iterable, "publishers is null");
    }

    @Override
    public void subscribe(Subscriber<? super S> merge) {
      merge.onSubscribe(new Iteration<>(iterable, merge));
    }

    /**
     * One iteration. A merge requests serially, and not from within a request; so one thread emits at a time,
     * and each happens-before the next. Its first request is the one that ends an iteration of nothing.
     */
    private static final class Iteration<S> implements Subscription {
      private final Iterable<? extends S> iterable;
      private final Subscriber<? super S> merge;
      private volatile boolean over;

      // By the thread that requests.
      private @Nullable Iterator<? extends S> iterator;
      private long index;

      Iteration(Iterable<? extends S> iterable, Subscriber<? super S> merge) {
        this.iterable = iterable;
        this.merge = merge;
      }

      @Override
      public void request(long n) {
        for (long left = n; !over; left--) {
          @Nullable S element = null;
          try {
            if (iterator == null) {
              iterator = iterable.iterator();
            }
            if (iterator.hasNext()) {
              if (left == 0) {
                return;
              }
              element = iterator.next();
              if (element == null) {
                throw new NullPointerException("element " + index + " is null");
              }
            }
          } catch (Throwable thrown) { // by the iterator: the merge is not called in this block
            over = true;
            merge.onError(thrown);
            return;
          }
          if (element == null) {
            over = true;
            merge.onComplete();
          } else {
            index++;
            merge.onNext(element);
          }
        }
      }

      @Override
      public void cancel() {
        over = true;
      }
    }
  }

  /**
   * Publishes the value of a stage to a merge, if that is not null, and completes; or fails as the stage does. A
   * merge requests at least one item when it is subscribed. A cancellation cancels the stage, if it is one that
   * can be.
   *
   * @param stage the stage
   * @param <T> the type of the value
   */
  public record OfStage<T>(CompletionStage<? extends T> stage) implements Publisher<T> {
    @Override
    public void subscribe(Subscriber<? super T> inner) {
      Feed<T> feed = new Feed<>(stage, inner);
      inner.onSubscribe(feed);
      stage.whenComplete(feed);
    }

    private static Throwable cause(Throwable error) {
      Throwable cause = error.getCause();
      return error instanceof CompletionException && cause != null ? cause : error;
    }

    /** What the stage keeps: nothing more of a stream that was cancelled. */
    private static final class Feed<T> implements Subscription, BiConsumer<T, Throwable> {
      private final CompletionStage<? extends T> stage;
      private volatile @Nullable Subscriber<? super T> inner;

      Feed(CompletionStage<? extends T> stage, Subscriber<? super T> inner) {
        this.stage = stage;
        this.inner = inner;
      }

      @Override
      public void accept(@Nullable T value, @Nullable Throwable error) {
        Subscriber<? super T> fed = inner;
        if (fed == null) {
          return;
        }
        if (error != null) {
          fed.onError(cause(error));
        } else {
          if (value != null) {
            fed.onNext(value);
          }
          fed.onComplete();
        }
      }

      @Override
      public void request(long n) {}

      @Override
      public void cancel() {
        inner = null;
        try {
          stage.toCompletableFuture().cancel(false);
        } catch (UnsupportedOperationException cannotBeCancelled) {
          // Its value is ignored.
        }
      }
    }
  }
}
