package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Param;
import org.reactiveserializer.benchmarks.Contender.Role;

/** Batches through all contenders are delivered correctly, and broken contenders are detected. */
class BatchTest {
  private static final int ITEMS = 50_000;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      // Incorrect, or needs a virtual machine of its own.
      names = {"UNSERIALIZED", "BIASED", "SINK_BIASED"})
  void contendersDeliverCorrectly(Contender contender) {
    for (int producers : new int[] {1, 2, 4}) {
      assertEquals(
          new Verdict((long) producers * ITEMS, 0, 0, 0, 0), verdict(producers, contender::open));
    }
  }

  @Test
  void findsAContenderThatLosesAnItem() {
    assertEquals(1, verdict(1, broken(inner -> item -> {})).lost());
  }

  @Test
  void findsAContenderThatDeliversAnItemTwice() {
    Verdict verdict = verdict(1, broken(inner -> item -> twice(inner, item)));
    assertEquals(new Verdict(ITEMS + 1, 0, 1, 0, 0), verdict);
  }

  @Test
  void findsAContenderThatSwapsItems() {
    Integer[] held = {null};
    Verdict verdict =
        verdict(
            1,
            downstream ->
                item -> {
                  if (Items.sequence(item) == 100) {
                    held[0] = item;
                  } else {
                    downstream.onNext(item);
                    if (Items.sequence(item) == 101) {
                      downstream.onNext(held[0]);
                    }
                  }
                });
    assertEquals(new Verdict(ITEMS, 0, 0, 1, 0), verdict);
  }

  @Test
  void findsItemsThatOverlap() {
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          while (verdict(2, Contender.UNSERIALIZED::open).overlaps() == 0) {
            Thread.yield(); // the calls of the producers did not overlap this time
          }
        });
  }

  @Test
  void rethrowsTheExceptionOfAProducer() {
    Function<Downstream, Consumer<Integer>> throwing =
        downstream ->
            item -> {
              if (Items.producer(item) == 1) {
                throw new IllegalStateException("on purpose");
              }
            };
    Throwable thrown = assertThrows(IllegalStateException.class, () -> verdict(2, throwing));
    assertTrue(String.valueOf(thrown.getCause()).endsWith("on purpose"));
  }

  @Test
  void aBatchIsVerifiedAsAJmhStateToo() {
    Batch.OfLibraries batch = new Batch.OfLibraries();
    batch.contender = "serializer";
    batch.producers = 2;
    batch.items = ITEMS;
    batch.start();
    batch.prepare();
    assertThrows(FaultyDeliveryException.class, batch::check);
    batch.run();
    batch.check();
    batch.prepare();
    batch.run();
    batch.check();
    batch.stop();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      // Incorrect, or needs a virtual machine of its own.
      names = {"UNSERIALIZED", "BIASED", "SINK_BIASED"})
  void occasionalContentionTakesAnyContender(Contender contender) throws InterruptedException {
    OccasionalContentionBenchmark contention = new OccasionalContentionBenchmark();
    contention.contender = contender.label();
    contention.interval = 10;
    contention.open();
    for (int i = 0; i < ITEMS; i++) {
      contention.onNext();
    }
    contention.check();
  }

  @Test
  void theBenchmarksListAllContenders() throws NoSuchFieldException {
    for (Class<?> state : List.of(Batch.OfLibraries.class, OccasionalContentionBenchmark.class)) {
      assertParameters(Set.of(Role.OURS, Role.RIVAL), state);
    }
    assertParameters(Set.of(Role.OURS, Role.RIVAL, Role.CEILING), OneProducerBenchmark.class);
    assertParameters(Set.of(Role.OURS, Role.ALTERNATIVE), Batch.OfDesigns.class);
    assertParameters(Set.of(Role.SINK), Batch.OfSinks.class);
    assertParameters(Set.of(Role.OURS, Role.BRIDGE), Batch.OfBridges.class);
  }

  private static void assertParameters(Set<Role> roles, Class<?> state)
      throws NoSuchFieldException {
    String[] labels =
        Arrays.stream(Contender.values())
            .filter(each -> roles.contains(each.role()))
            .map(Contender::label)
            .toArray(String[]::new);
    assertEquals(List.of(labels), labels(state), state.getName());
  }

  private static List<String> labels(Class<?> state) throws NoSuchFieldException {
    return List.of(state.getField("contender").getAnnotation(Param.class).value());
  }

  private static Verdict verdict(int producers, Function<Downstream, Consumer<Integer>> opening) {
    Arrivals arrivals = new Arrivals(Items.MAX_ITEMS);
    try (Producers crew = new Producers(producers, ITEMS)) {
      crew.prepare(opening.apply(arrivals));
      crew.run();
    }
    return arrivals.judge(LongStream.generate(() -> ITEMS).limit(producers).toArray());
  }

  /** Passes one item in the middle to {@code treatment}, and all others to the downstream. */
  private static Function<Downstream, Consumer<Integer>> broken(
      Function<Downstream, Consumer<Integer>> treatment) {
    AtomicInteger count = new AtomicInteger();
    return downstream ->
        item -> {
          if (count.incrementAndGet() == ITEMS / 2) {
            treatment.apply(downstream).accept(item);
          } else {
            downstream.onNext(item);
          }
        };
  }

  private static void twice(Downstream downstream, Integer item) {
    downstream.onNext(item);
    downstream.onNext(item);
  }
}
