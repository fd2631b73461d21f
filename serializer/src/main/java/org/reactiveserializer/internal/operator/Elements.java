package org.reactiveserializer.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Publishes the elements of an iterable, on the threads that request them. Each subscriber gets an
 * iteration of its own. If the iterator throws, or an element is null, the stream ends with that
 * error.
 *
 * @param iterable the iterable
 * @param <S> the type of the elements
 */
public record Elements<S>(Iterable<? extends S> iterable) implements Publisher<S> {

  /**
   * Returns a publisher of the sources of a merge. The array is copied.
   *
   * @throws NullPointerException if a source is null; the message has its index
   */
  public static <S> Elements<S> ofSources(S[] sources) {
    List<S> list = new ArrayList<>(sources.length);
    for (S source : sources) {
      list.add(Objects.requireNonNull(source, () -> "publisher " + list.size() + " is null"));
    }
    return new Elements<>(list);
  }

  @Override
  public void subscribe(Subscriber<? super S> downstream) {
    Objects.requireNonNull(downstream, "downstream is null (§1.9)");
    Iteration<S> iteration = new Iteration<>(iterable, downstream);
    iteration.begin();
  }

  private static final class Iteration<S> extends DrainLoop implements Subscription {
    private final Iterable<? extends S> iterable;
    private final Subscriber<? super S> downstream;
    private final Demand demand = new Demand();
    private volatile boolean over;

    // Only the owner accesses these.
    private @Nullable Iterator<? extends S> iterator;
    private long index;

    Iteration(Iterable<? extends S> iterable, Subscriber<? super S> downstream) {
      super(newDrainState(), null, null);
      this.iterable = iterable;
      this.downstream = downstream;
    }

    /**
     * Signals {@code onSubscribe}, and then completes if the iterable is empty, which needs no
     * demand.
     */
    void begin() {
      downstream.onSubscribe(this);
      signal();
    }

    @Override
    public void request(long n) {
      demand.add(n);
      signal();
    }

    @Override
    public void cancel() {
      over = true;
    }

    @Override
    protected void pass(@Nullable Work none) {
      while (!over) {
        @Nullable S element = null;
        try {
          if (iterator == null) {
            iterator = iterable.iterator();
          }
          if (iterator.hasNext()) {
            if (!drain.hasCredit() && !demand.grantTo(drain)) {
              return;
            }
            element = iterator.next();
            if (element == null) {
              throw new NullPointerException("element " + index + " is null");
            }
          }
        } catch (Throwable thrown) { // by the iterator: the downstream is not called in this block
          over = true;
          downstream.onError(thrown);
          return;
        }
        if (element == null) {
          over = true;
          downstream.onComplete();
          return;
        }
        index++;
        drain.countDelivered();
        downstream.onNext(element);
      }
    }

    @Override
    protected void abort(Throwable cause) {
      over = true;
      drain.closeWord();
    }
  }
}
