package org.reactiveserializer.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
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
public record IterablePublisher<S>(Iterable<? extends S> iterable) implements Publisher<S> {

  /**
   * Returns a publisher of the sources of a merge. The array is copied.
   *
   * @throws NullPointerException if a source is null; the message has its index
   */
  public static <S> IterablePublisher<S> ofSources(S[] sources) {
    List<S> list = new ArrayList<>(sources.length);
    for (S source : sources) {
      list.add(Objects.requireNonNull(source, () -> "publisher " + list.size() + " is null"));
    }
    return new IterablePublisher<>(list);
  }

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
        } catch (Throwable thrown) { // by the iterator: the downstream is not called in this block
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
