package org.reactiveserializer.benchmarks.merge;

import org.jspecify.annotations.Nullable;

/** A source that publishes what it is told to, and nothing else. For one subscriber. */
final class Handle extends Source<Integer> {
  private @Nullable Sink<? super Integer> sink;

  @Override
  Feed feed(Sink<? super Integer> arrived) {
    sink = arrived;
    return Silent.INSTANCE;
  }

  /** Brings an item, whether it was requested or not: the caller keeps to the prefetch. */
  void next(Integer item) {
    if (sink != null) {
      sink.next(item);
    }
  }

  /** Ends. */
  void complete() {
    if (sink != null) {
      sink.complete();
    }
  }

  private enum Silent implements Feed {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
