package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;

/** One producer of a round: emits its items, and does something else in between. */
final class SoakProducer {
  /** What it does in between. */
  private enum Deed {
    NOTHING,
    COMPLETE,
    FAIL,
    CANCEL,
    REQUEST,
    SUBSCRIBE
  }

  private final List<Item> items = new ArrayList<>();
  private final List<Failure> errors = new ArrayList<>();
  private final List<TestUpstream> upstreams = new ArrayList<>();
  private final Scene scene;
  private final Deed deed;
  private final int moment;
  private final boolean interrupted;

  SoakProducer(int number, int mostItems, Random random, Scene scene) {
    this.scene = scene;
    int count = random.nextInt(mostItems + 1);
    for (int i = 0; i < count; i++) {
      items.add(new Item(number, i));
    }
    deed = Deed.values()[random.nextInt(Deed.values().length)];
    moment = random.nextInt(count + 1);
    interrupted = random.nextInt(3) == 0;
    if (deed == Deed.FAIL) {
      errors.add(new Failure("emitted by " + number));
    } else if (deed == Deed.SUBSCRIBE) {
      upstreams.add(new TestUpstream());
    }
  }

  void run() {
    for (int i = 0; i < items.size(); i++) {
      if (i == moment) {
        act();
      }
      scene.next(items.get(i));
    }
    if (moment == items.size()) {
      act();
    }
  }

  private void act() {
    switch (deed) {
      case COMPLETE -> scene.complete();
      case FAIL -> scene.fail(errors.get(0));
      case CANCEL -> scene.cancel();
      case REQUEST -> scene.request(1);
      case SUBSCRIBE -> scene.subscribe(upstreams.get(0));
      case NOTHING -> {}
    }
  }

  List<Item> items() {
    return items;
  }

  List<Failure> errors() {
    return errors;
  }

  List<TestUpstream> upstreams() {
    return upstreams;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  boolean completes() {
    return deed == Deed.COMPLETE;
  }

  boolean cancels() {
    return deed == Deed.CANCEL;
  }

  /** Returns whether all items that it had emitted before its deed were delivered. */
  boolean isCovered() {
    List<Item> before = items.subList(0, moment);
    return scene.probe().undelivered(before.toArray(Item[]::new)) == 0;
  }
}
