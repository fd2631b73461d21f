package org.reactiveserializer.tck;

import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;

/** Divides the number of items of a verification among the sources of a merge. */
final class Parts {
  static final int COUNT = 3;

  private Parts() {}

  /** Returns a list of the parts. */
  static <T> Iterable<Publisher<T>> list(long elements, LongFunction<Publisher<T>> part) {
    return IntStream.range(0, COUNT).mapToObj(i -> part.apply(share(elements, i))).toList();
  }

  /** Publishes the parts. */
  static <T> Publisher<Publisher<T>> publisher(long elements, LongFunction<Publisher<T>> part) {
    return new OrderlyUpstream<>(COUNT, i -> part.apply(share(elements, i)));
  }

  /** Returns the number of items of the {@code i}th part. */
  static long share(long elements, long i) {
    return elements / COUNT + (i < elements % COUNT ? 1 : 0);
  }
}
