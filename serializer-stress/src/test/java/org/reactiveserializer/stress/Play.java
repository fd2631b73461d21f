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
 * What two threads can do to a serialized subscriber, and all guarantees that must hold when they
 * are done. What the downstream receives is not linearizable (an item may be handed over, and
 * delivered after its {@code onNext} has returned), so the outcome is checked.
 *
 * <p>Each subclass offers a few operations: Lincheck then finds the relevant scenarios sooner.
 */
public abstract class Play {
  final Side left = new Side(0);
  final Side drain = new Side(1);
  final Scene scene;

  private final PlainProbe probe;

  /** Creates a play on a stage. */
  Play(Stage stage) {
    this.probe = new PlainProbe(16, stage.reaction());
    this.scene = stage.scene().apply(probe);
  }

  /** Checks the guarantees when all threads are done. */
  @Validate
  public void check() {
    Audit audit = new Audit(scene);
    audit.ofItems(left.items, drain.items);
    audit.ofErrors(left.failures, drain.failures);
    audit.ofUpstreams(left.upstreams, drain.upstreams);
    audit.ofCompletion(left.covered() || drain.covered());
    audit.close();
  }

  /** The signals of one thread. */
  final class Side {
    private final int producer;
    private final List<Item> items = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<TestUpstream> upstreams = new ArrayList<>();
    private int emittedBeforeCompletion = -1;

    Side(int producer) {
      this.producer = producer;
    }

    void next() {
      Item item = new Item(producer, items.size());
      items.add(item);
      scene.next(item);
    }

    void complete() {
      if (emittedBeforeCompletion < 0) {
        emittedBeforeCompletion = items.size();
      }
      scene.complete();
    }

    void fail() {
      Failure failure = new Failure("emitted by " + producer);
      failures.add(failure);
      scene.fail(failure);
    }

    void subscribe() {
      TestUpstream upstream = new TestUpstream();
      upstreams.add(upstream);
      scene.subscribe(upstream);
    }

    /** Returns whether it completed and all items that it had emitted before were delivered. */
    boolean covered() {
      for (int i = 0; i < emittedBeforeCompletion; i++) {
        if (probe.deliveries(items.get(i)) != 1) {
          return false;
        }
      }
      return emittedBeforeCompletion >= 0;
    }
  }
}
