package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Validate;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;

/**
 * What two threads can do to a serialized subscriber, and all that must hold when they are done.
 * What the downstream got is not linearizable (an item may be handed over, and delivered when its
 * {@code onNext} has returned), so it is the outcome that is checked.
 *
 * <p>The subclasses offer the operations, a few each: Lincheck then comes upon the scenarios that
 * matter sooner.
 */
public abstract class Play {
  final Side left = new Side(0);
  final Side right = new Side(1);
  final Scene scene;

  private final PlainProbe probe;

  /** Sets up a play in one of these scenes. */
  Play(Stage stage) {
    this.probe = new PlainProbe(16, stage.reaction());
    this.scene = stage.scene().apply(probe);
  }

  /** What must hold when all is quiet. */
  @Validate
  public void check() {
    Audit audit = new Audit(scene);
    audit.ofItems(left.items, right.items);
    audit.ofErrors(left.failures, right.failures);
    audit.ofUpstreams(left.upstreams, right.upstreams);
    audit.ofCompletion(left.covered() || right.covered());
    audit.close();
  }

  /** What one thread pushes. */
  final class Side {
    private final int producer;
    private final List<Item> items = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<TestUpstream> upstreams = new ArrayList<>();
    private int pushedBeforeCompletion = -1;

    Side(int producer) {
      this.producer = producer;
    }

    void next() {
      Item item = new Item(producer, items.size());
      items.add(item);
      scene.next(item);
    }

    void complete() {
      if (pushedBeforeCompletion < 0) {
        pushedBeforeCompletion = items.size();
      }
      scene.complete();
    }

    void fail() {
      Failure failure = new Failure("pushed by " + producer);
      failures.add(failure);
      scene.fail(failure);
    }

    void subscribe() {
      TestUpstream upstream = new TestUpstream();
      upstreams.add(upstream);
      scene.subscribe(upstream);
    }

    /** Tells whether it completed, and all it had pushed before was delivered. */
    boolean covered() {
      for (int i = 0; i < pushedBeforeCompletion; i++) {
        if (probe.deliveries(items.get(i)) != 1) {
          return false;
        }
      }
      return pushedBeforeCompletion >= 0;
    }
  }
}
