package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.SinkScene;

/**
 * One producer of a round: emits its items, with or without waiting for room, with a thread or without
 * one, and does something else in between.
 */
final class SinkProducer {
  /** What it does in between. */
  private enum Deed {
    NOTHING,
    COMPLETE,
    FAIL,
    BE_INTERRUPTED
  }

  private static final int MOODS = 8;

  private final List<Item> items = new ArrayList<>();
  private final Failure error = new Failure("by a producer");
  private final SinkScene scene;
  private final Deed deed;
  private final int moment;
  private final long patience;
  private final boolean withoutThread;
  private final Random moods;
  private final List<CompletableFuture<EmitOutcome>> stages = new ArrayList<>();
  private boolean first;
  private boolean interrupted;
  private boolean uninterrupted;
  private int timeouts;
  private int mostWaiting;

  /**
   * Creates a producer that waits for room for at most {@code patience} nanoseconds, or not at all.
   */
  SinkProducer(int number, int mostItems, long patience, Random random, SinkScene scene) {
    this.scene = scene;
    int count = random.nextInt(mostItems + 1);
    for (int i = 0; i < count; i++) {
      items.add(new Item(number, i));
    }
    deed = Deed.values()[random.nextInt(Deed.values().length)];
    moment = random.nextInt(count + 1);
    this.patience = random.nextBoolean() ? patience : 0;
    withoutThread = this.patience > 0 && random.nextBoolean();
    moods = new Random(random.nextLong());
  }

  void run() {
    for (int i = 0; i < items.size(); i++) {
      if (i == moment) {
        act();
      }
      if (withoutThread) {
        emitLater(items.get(i));
      } else {
        EmitOutcome outcome = scene.emit(items.get(i), patience);
        timeouts += outcome == EmitOutcome.OVERFLOW && patience > 0 && !interrupted ? 1 : 0;
      }
      mostWaiting = Math.max(mostWaiting, scene.backlog());
    }
    if (moment == items.size()) {
      act();
    }
    uninterrupted = Thread.interrupted() != interrupted;
    stages.forEach(this::await);
  }

  /** Perhaps withdraws the item at once, or waits for it before the next. */
  private void emitLater(Item item) {
    CompletableFuture<EmitOutcome> stage = scene.emitLater(item);
    switch (moods.nextInt(MOODS)) {
      case 0 -> stage.cancel(false);
      case 1 -> {
        if (!interrupted) {
          await(stage);
        }
      }
      default -> stages.add(stage);
    }
  }

  private void await(CompletableFuture<EmitOutcome> stage) {
    try {
      stage.get(patience, TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      timeouts++;
      stage.cancel(false);
    } catch (InterruptedException | ExecutionException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void act() {
    switch (deed) {
      case COMPLETE -> first = scene.end();
      case FAIL -> first = scene.end(error);
      case BE_INTERRUPTED -> {
        interrupted = true;
        Thread.currentThread().interrupt();
      }
      case NOTHING -> {}
    }
  }

  List<Item> items() {
    return items;
  }

  /** Returns 0 if its error was refused, or was signalled or dropped exactly once. */
  int misfate() {
    return deed == Deed.FAIL && first ? scene.probe().misfate(error) : error.drops();
  }

  /** Returns how many of its ends were the first. */
  int ends() {
    return first ? 1 : 0;
  }

  /** Returns how often its wait for room timed out. */
  int timeouts() {
    return timeouts;
  }

  /** Returns by how many items the backlog that it saw exceeded {@code capacity}. */
  int over(int capacity) {
    return Math.max(0, mostWaiting - capacity);
  }

  int uninterrupted() {
    return uninterrupted ? 1 : 0;
  }
}
