package org.reactiveserializer.benchmarks.merge;

/** Publishes the elements of an array, on the thread that requests them. */
final class Sequence<T> extends Source<T> {
  private final T[] elements;

  Sequence(T[] elements) {
    this.elements = elements;
  }

  @Override
  Feed feed(Sink<? super T> sink) {
    return new Elements<>(elements, sink);
  }

  /** Demand arrives on one thread only, the one that subscribed or that delivers. */
  private static final class Elements<T> implements Feed {
    private final T[] elements;
    private final Sink<? super T> sink;
    private long requested;
    private int index;
    private boolean emitting;
    private boolean over;

    Elements(T[] elements, Sink<? super T> sink) {
      this.elements = elements;
      this.sink = sink;
    }

    @Override
    public void request(long n) {
      long sum = requested + n;
      requested = sum < 0 ? Long.MAX_VALUE : sum;
      if (!emitting) {
        emitting = true;
        emit();
        emitting = false;
      }
    }

    private void emit() {
      while (index < requested && !over) {
        sink.next(elements[index++]);
        if (index == elements.length && !over) {
          over = true;
          sink.complete();
        }
      }
    }

    @Override
    public void cancel() {
      over = true;
    }
  }
}
