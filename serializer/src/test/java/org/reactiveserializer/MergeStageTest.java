package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.operator.Sources;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;

/** A merge of stages, each of which has one value. */
class MergeStageTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<CompletableFuture<Integer>> stages = new ArrayList<>();

  private void merge(int concurrency) {
    Merge.withDefaults()
        .concurrency(concurrency)
        .<Integer, Integer>flatMapStage(new Range(0, 4), item -> stage())
        .subscribe(downstream);
  }

  private CompletionStage<Integer> stage() {
    stages.add(new CompletableFuture<>());
    return stages.get(stages.size() - 1);
  }

  @Test
  void valuesComeInTheOrderOfTheirArrivalAsFarAsRequested() {
    merge(2);
    assertEquals(2, stages.size());
    stages.get(1).complete(1);
    assertEquals(List.of("subscribed"), downstream.signals());
    downstream.subscription().request(1);
    assertEquals(List.of("subscribed", 1), downstream.signals());
    assertEquals(3, stages.size());
    downstream.subscription().request(9);
    stages.get(0).complete(0);
    stages.get(2).complete(null); // no value
    stages.get(3).complete(3);
    assertEquals(List.of("subscribed", 1, 0, 3, "completed"), downstream.signals());
  }

  @Test
  void aFailureIsTheCauseAndCancelsTheOthers() {
    merge(4);
    downstream.subscription().request(9);
    IllegalStateException failure = new IllegalStateException("of a stage");
    stages.get(0).completeExceptionally(failure);
    assertSame(failure, downstream.signals().get(1));
    assertTrue(stages.get(1).isCancelled());
  }

  @Test
  void aCancellationCancelsTheStages() {
    merge(4);
    downstream.subscription().cancel();
    stages.forEach(stage -> assertTrue(stage.isCancelled()));
  }

  @Test
  void aMapperThatReturnsNullFails() {
    Merge.withDefaults()
        .<Integer, Integer>flatMapStage(new Range(0, 1), item -> none())
        .subscribe(downstream);
    assertEquals("the stage is null", ((Throwable) downstream.signals().get(1)).getMessage());
  }

  @SuppressWarnings("NullAway") // a mapper of a user who does not check
  private static CompletionStage<Integer> none() {
    return null;
  }

  @Test
  void theSourceOfAStageKeepsTheRules() {
    CompletableFuture<Integer> stage = new CompletableFuture<>();
    CompletableFuture<Integer> dependent = stage.thenApply(value -> value + 1);
    new Sources.OfStage<>(dependent).subscribe(downstream);
    downstream.subscription().request(1);
    assertEquals(List.of("subscribed"), downstream.signals());
    stage.complete(1);
    downstream.subscription().request(1);
    assertEquals(List.of("subscribed", 2, "completed"), downstream.signals());

    CompletableFuture<Integer> failing = new CompletableFuture<>();
    RecordingSubscriber<Integer> failed = new RecordingSubscriber<>();
    new Sources.OfStage<>(failing.thenApply(value -> value)).subscribe(failed);
    IllegalStateException failure = new IllegalStateException("of a stage");
    failing.completeExceptionally(failure);
    assertEquals(List.of("subscribed", failure), failed.signals());
    failed.subscription().cancel();

    RecordingSubscriber<Integer> gone = new RecordingSubscriber<>();
    CompletableFuture<Integer> open = new CompletableFuture<>();
    new Sources.OfStage<>(open.minimalCompletionStage()).subscribe(gone);
    gone.subscription().cancel();
    open.complete(1);
    assertEquals(List.of("subscribed"), gone.signals());
  }
}
