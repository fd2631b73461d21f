package org.reactiveserializer.benchmarks.merge;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** Publishes the elements of an array on a thread of its own, as {@code subscribeOn} does. */
final class Paced extends Source<Integer> {
  private final Integer[] elements;
  private final Executor thread;

  /**
   * Creates a source.
   *
   * @param thread runs its tasks one after the other
   */
  Paced(Integer[] elements, Executor thread) {
    this.elements = elements;
    this.thread = thread;
  }

  @Override
  Feed feed(Sink<? super Integer> sink) {
    return new Elements(sink);
  }

  private final class Elements extends AtomicLong implements Feed {
    private static final long serialVersionUID = 1;

    private final transient Sink<? super Integer> sink;
    private volatile boolean cancelled;
    private int index;

    Elements(Sink<? super Integer> sink) {
      this.sink = sink;
    }

    @Override
    public void request(long n) {
      if (getAndAdd(n) == 0) {
        thread.execute(this::emit);
      }
    }

    private void emit() {
      long todo = get();
      while (todo != 0) {
        for (long i = 0; i < todo && !cancelled && index < elements.length; i++) {
          sink.next(elements[index++]);
          if (index == elements.length) {
            sink.complete();
          }
        }
        todo = addAndGet(-todo);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
