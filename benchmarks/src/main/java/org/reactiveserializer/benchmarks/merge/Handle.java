package org.reactiveserializer.benchmarks.merge;

import org.jspecify.annotations.Nullable;

/** A source for one subscriber that publishes the items passed to {@link #next}. */
final class Handle extends Source<Integer> {
  private @Nullable Sink<? super Integer> sink;

  @Override
  Feed feed(Sink<? super Integer> arrived) {
    sink = arrived;
    return Silent.INSTANCE;
  }

  /** Emits an item, whether it was requested or not: the caller must respect the prefetch. */
  void next(Integer item) {
    if (sink != null) {
      sink.next(item);
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
