package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.TwoThreads;
import org.reactivestreams.FlowAdapters;

/** The operator in a chain of other operators. */
class ChainTest {
  private static final int COUNT = 10_000;

  static Stream<Named<Function<Multi<Integer>, Multi<Integer>>>> neighbours() {
    return Stream.of(
        Named.of("none", multi -> multi),
        Named.of("map", multi -> multi.map(i -> i)),
        Named.of("filter", multi -> multi.filter(i -> i >= 0)),
        Named.of("emitOn", multi -> multi.emitOn(ForkJoinPool.commonPool())),
        Named.of(
            "map, filter, emitOn",
            multi -> multi.map(i -> i).filter(i -> i >= 0).emitOn(ForkJoinPool.commonPool())),
        Named.of(
            "concatMap",
            multi ->
                multi.onItem().transformToMultiAndConcatenate(i -> Multi.createFrom().item(i))));
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void nothingIsLostOrReorderedBetween(Function<Multi<Integer>, Multi<Integer>> neighbour) {
    assertEquals(
        numbers(),
        Multi.createFrom()
            .range(0, COUNT)
            .plug(neighbour)
            .plug(MutinySerializer.serialize())
            .plug(neighbour)
            .collect()
            .asList()
            .await()
            .indefinitely());
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void twoThreadsThrough(Function<Multi<Integer>, Multi<Integer>> after) {
    TwoThreads threads = new TwoThreads();
    var all =
        Multi.createFrom()
            .safePublisher(FlowAdapters.toFlowPublisher(threads.source()))
            .plug(MutinySerializer.serialize())
            .onItem()
            .invoke(threads::through)
            .onOverflow()
            .bufferUnconditionally() // the source ignores demand
            .plug(after)
            .collect()
            .asList()
            .subscribeAsCompletionStage();
    threads.run();
    threads.assertArrived(all.join());
  }

  private static List<Integer> numbers() {
    return IntStream.range(0, COUNT).boxed().toList();
  }
}
