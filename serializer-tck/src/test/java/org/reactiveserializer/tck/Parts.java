package org.reactiveserializer.tck;

import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
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

  /** Returns a dynamic merge of the parts, each emitted by so many threads at once, as {@code source} makes it. */
  static DynamicMerge<String> dynamic(
      long elements, int producers, UnaryOperator<Publisher<String>> source) {
    DynamicMerge<String> dynamic = dynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, producers))) {
      dynamic.add(source.apply(part));
    }
    dynamic.close();
    return dynamic;
  }

  /** Returns a dynamic merge that fails. */
  static DynamicMerge<String> failed(UnaryOperator<Publisher<String>> source) {
    DynamicMerge<String> dynamic = dynamic();
    dynamic.add(source.apply(new FailedUpstream<>()));
    return dynamic;
  }

  private static DynamicMerge<String> dynamic() {
    return Merge.<String>withDefaults().concurrency(COUNT).prefetch(4).mergeDynamic();
  }
}
