package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.TestUpstream;

/** Checks a scene, when all threads are done, against all guarantees. */
final class Audit {
  private final List<String> wrong = new ArrayList<>();
  private final Probe probe;
  private final int thrown;

  /** Checks the guarantees that the scene alone shows. */
  Audit(Scene scene) {
    this(scene.probe(), scene.outcomes(), scene.thrown());
    none("items still waiting", scene.backlog());
    none("calls that threw an unexpected exception", scene.strange());
    none("more than one call threw the downstream's exception", Math.max(0, scene.thrown() - 1));
  }

  /** Checks the guarantees that the scene alone shows. */
  Audit(MergeScene scene) {
    this(scene.probe(), scene.outcomes(), 0);
    none("calls that threw", scene.strange());
  }

  /** Checks the guarantees that the scene alone shows. */
  Audit(SinkScene scene) {
    this(scene.probe(), scene.outcomes(), 0);
    none("other faults", scene.wrong());
    none(
        "items accepted, but neither delivered, discarded nor waiting",
        scene.accepted()
            - scene.probe().delivered()
            - scene.outcomes().discarded()
            - scene.backlog());
  }

  private Audit(Probe probe, Fates outcomes, int thrown) {
    this.probe = probe;
    this.thrown = thrown;
    none("overlapping signals", probe.overlaps());
    none("items out of order", probe.disorder());
    none("plain writes not visible", probe.unfilled());
    none("signals after the terminal one", probe.late());
    none("additional terminal signals", Math.max(0, probe.terminals() - 1));
    none("additional subscriptions", Math.max(0, probe.subscriptions() - 1));
    none("dropped errors that no producer emitted", outcomes.strangers());
    none("exceptions of a hook that were lost", outcomes.swallowed());
  }

  /** Every emitted item was delivered or discarded, exactly once. */
  @SafeVarargs
  final void ofItems(Collection<Item>... emitted) {
    for (Collection<Item> items : emitted) {
      none("items without exactly one outcome", probe.misfates(items.toArray(Item[]::new)));
    }
  }

  /** Every emitted error was signalled or dropped, exactly once. */
  @SafeVarargs
  final void ofErrors(Collection<Failure>... emitted) {
    for (Collection<Failure> errors : emitted) {
      for (Failure error : errors) {
        none("errors without exactly one outcome", probe.misfate(error));
      }
    }
  }

  /**
   * Every emitted error was signalled, by itself or as part of a new one, or dropped: exactly once.
   * No error was modified. An exception of the downstream reached a caller or was dropped.
   */
  void ofErrors(Collection<Failure> emitted, Failure ofDownstream, boolean threw) {
    Map<Throwable, Integer> outcomes = new IdentityHashMap<>();
    Throwable signalled = probe.failure();
    if (signalled != null) {
      Failure.partsOf(signalled).forEach(part -> outcomes.merge(part, 1, Integer::sum));
    }
    List<Failure> all = new ArrayList<>(emitted);
    all.add(ofDownstream);
    for (Failure error : all) {
      if (error.drops() > 0) {
        outcomes.merge(error, error.drops(), Integer::sum);
      }
      none("modified errors", error.getSuppressed().length);
    }
    for (Failure error : all) {
      Integer found = outcomes.remove(error);
      int expected = error != ofDownstream ? 1 : threw ? 1 - thrown : 0;
      none("errors without exactly one outcome", (found == null ? 0 : found) - expected);
    }
    none("calls that threw though the downstream did not", threw ? 0 : thrown);
    none("signalled errors that no producer emitted", outcomes.size());
  }

  /** No upstream was cancelled twice, and all but one were cancelled. */
  @SafeVarargs
  final void ofUpstreams(Collection<TestUpstream>... arrived) {
    int running = 0;
    for (Collection<TestUpstream> upstreams : arrived) {
      for (TestUpstream upstream : upstreams) {
        none("repeated cancellations of an upstream", Math.max(0, upstream.cancellations() - 1));
        running += upstream.cancellations() == 0 ? 1 : 0;
      }
    }
    none("upstreams not cancelled", Math.max(0, running - 1));
  }

  /** If the stream was completed, all items that it had to wait for had been delivered. */
  void ofCompletion(boolean covered) {
    if (probe.terminals() == 1 && probe.failure() == null && !covered) {
      wrong.add("a completion was signalled before an item that it had to wait for");
    }
  }

  /** Records a fault unless {@code count} is 0. */
  void none(String what, int count) {
    if (count != 0) {
      wrong.add(what + ": " + count);
    }
  }

  /** Throws if a fault was recorded. */
  void close() {
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(wrong.toString());
    }
  }
}
