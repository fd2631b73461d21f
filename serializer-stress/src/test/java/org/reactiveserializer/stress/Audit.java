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

/** Holds a scene in which all is quiet against all that is guaranteed. */
final class Audit {
  private final List<String> wrong = new ArrayList<>();
  private final Probe probe;
  private final int thrown;

  /** Audits what needs no further knowledge. */
  Audit(Scene scene) {
    this(scene.probe(), scene.fates(), scene.thrown());
    none("items still waiting", scene.backlog());
    none("calls that threw something strange", scene.strange());
    none("calls that threw, too many", Math.max(0, scene.thrown() - 1));
  }

  /** Audits what needs no further knowledge. */
  Audit(MergeScene scene) {
    this(scene.probe(), scene.fates(), 0);
    none("calls that threw", scene.strange());
  }

  /** Audits what needs no further knowledge. */
  Audit(SinkScene scene) {
    this(scene.probe(), scene.fates(), 0);
    none("anything else", scene.wrong());
    none(
        "items accepted and nowhere",
        scene.accepted()
            - scene.probe().delivered()
            - scene.fates().discarded()
            - scene.backlog());
  }

  private Audit(Probe probe, Fates fates, int thrown) {
    this.probe = probe;
    this.thrown = thrown;
    none("signals overlap", probe.overlaps());
    none("items out of order", probe.disorder());
    none("plain writes not seen", probe.unfilled());
    none("signals after the terminal", probe.late());
    none("terminals too many", Math.max(0, probe.terminals() - 1));
    none("subscriptions too many", Math.max(0, probe.subscriptions() - 1));
    none("errors dropped that nobody pushed", fates.strangers());
    none("throws of a hook that went nowhere", fates.swallowed());
  }

  /** Every item pushed was delivered or discarded, once. */
  @SafeVarargs
  final void ofItems(Collection<Item>... pushed) {
    for (Collection<Item> items : pushed) {
      none("items with no fate or two", probe.misfates(items.toArray(Item[]::new)));
    }
  }

  /** Every error pushed was signalled or dropped, once. */
  @SafeVarargs
  final void ofErrors(Collection<Failure>... pushed) {
    for (Collection<Failure> errors : pushed) {
      for (Failure error : errors) {
        none("errors with no fate or two", probe.misfate(error));
      }
    }
  }

  /**
   * Every error pushed was signalled or dropped, by itself or as a part of a fresh one, once, and not
   * written to; and what the downstream threw, if it did, reached a caller or was dropped.
   */
  void ofErrors(Collection<Failure> pushed, Failure ofDownstream, boolean threw) {
    Map<Throwable, Integer> fates = new IdentityHashMap<>();
    Throwable signalled = probe.failure();
    if (signalled != null) {
      Failure.partsOf(signalled).forEach(part -> fates.merge(part, 1, Integer::sum));
    }
    List<Failure> all = new ArrayList<>(pushed);
    all.add(ofDownstream);
    for (Failure error : all) {
      if (error.drops() > 0) {
        fates.merge(error, error.drops(), Integer::sum);
      }
      none("errors written to", error.getSuppressed().length);
    }
    for (Failure error : all) {
      Integer found = fates.remove(error);
      int expected = error != ofDownstream ? 1 : threw ? 1 - thrown : 0;
      none("errors with no fate or two", (found == null ? 0 : found) - expected);
    }
    none("calls that threw though the downstream did not", threw ? 0 : thrown);
    none("errors signalled that nobody pushed", fates.size());
  }

  /** No upstream was cancelled twice, and all but one were cancelled. */
  @SafeVarargs
  final void ofUpstreams(Collection<TestUpstream>... arrived) {
    int running = 0;
    for (Collection<TestUpstream> upstreams : arrived) {
      for (TestUpstream upstream : upstreams) {
        none("upstreams cancelled again", Math.max(0, upstream.cancellations() - 1));
        running += upstream.cancellations() == 0 ? 1 : 0;
      }
    }
    none("upstreams left running", Math.max(0, running - 1));
  }

  /** If the stream was completed, all items that it had to wait for had been delivered. */
  void ofCompletion(boolean covered) {
    if (probe.terminals() == 1 && probe.failure() == null && !covered) {
      wrong.add("a completion came before an item that it had to wait for");
    }
  }

  /** Notes something wrong unless {@code count} is 0. */
  void none(String what, int count) {
    if (count != 0) {
      wrong.add(what + ": " + count);
    }
  }

  /** Throws if anything was wrong. */
  void close() {
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(wrong.toString());
    }
  }
}
