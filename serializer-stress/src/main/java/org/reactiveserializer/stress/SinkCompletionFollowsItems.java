package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An item that the sink has accepted is delivered before the completion; any other item is refused.
 */
public final class SinkCompletionFollowsItems {
  private SinkCompletionFollowsItems() {}

  /**
   * Items meet a completion; all but one of them are requested later. Result: items accepted, items
   * delivered, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final SinkScene scene = stage(probe);

    Race() {
      scene.request(1); // otherwise the first item delays the completion
    }

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emit(one, two);
    }

    final void drain() {
      // The other thread may meet this item, and hand its own over only after the completion.
      scene.emit(three);
      scene.end();
    }

    final void judge(III_Result result) {
      scene.request(3);
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - result.r2)
              + scene.outcomes().discarded()
              + Math.abs(1 - probe.terminals())
              + probe.misfates(one, two, three)
              + scene.wrong();
    }
  }

  /** As it is. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Unbounded extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.unbounded(probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** With a bounded sink. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Bounded extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.refusing(3, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
