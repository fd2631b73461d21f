package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.SinkScene;

/** One thread of a round: emits its items, waiting for room or not, and something else in between. */
final class SinkProducer {
  /** What it does besides. */
  private enum Deed {
    NOTHING,
    COMPLETE,
    FAIL,
    BE_INTERRUPTED
  }

  private final List<Item> items = new ArrayList<>();
  private final Failure error = new Failure("by a producer");
  private final SinkScene scene;
  private final Deed deed;
  private final int moment;
  private final long patience;
  private boolean first;
  private boolean interrupted;
  private boolean uninterrupted;
  private int untold;
  private int mostWaiting;

  /** Creates one that, if it waits for room, does so for {@code patience} nanoseconds. */
  SinkProducer(int number, int mostItems, long patience, Random random, SinkScene scene) {
    this.scene = scene;
    int count = random.nextInt(mostItems + 1);
    for (int i = 0; i < count; i++) {
      items.add(new Item(number, i));
    }
    deed = Deed.values()[random.nextInt(Deed.values().length)];
    moment = random.nextInt(count + 1);
    this.patience = random.nextBoolean() ? patience : 0;
  }

  void run() {
    for (int i = 0; i < items.size(); i++) {
      if (i == moment) {
        act();
      }
      int fate = scene.emit(items.get(i), patience);
      untold += fate == Fate.FULL && patience > 0 && !interrupted ? 1 : 0;
      mostWaiting = Math.max(mostWaiting, scene.backlog());
    }
    if (moment == items.size()) {
      act();
    }
    uninterrupted = Thread.interrupted() != interrupted;
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

  /** Returns 0 if its error is its own still, or was signalled or dropped, once. */
  int misfate() {
    return deed == Deed.FAIL && first ? scene.probe().misfate(error) : error.drops();
  }

  /** Returns how many of its ends were the first. */
  int ends() {
    return first ? 1 : 0;
  }

  /** Returns how often it waited in vain. */
  int untold() {
    return untold;
  }

  /** Returns how many more it saw waiting than may. */
  int over(int capacity) {
    return Math.max(0, mostWaiting - capacity);
  }

  int uninterrupted() {
    return uninterrupted ? 1 : 0;
  }
}
