package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.DynamicScene;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Verdict;

/** A source that is added to a dynamic merge is subscribed to once, refused, or given to its hook,
 * whatever ends the merge at the same time; and one that was accepted before the close is merged to
 * its end. */
public final class DynamicMergeTakesOrRefuses {
  private DynamicMergeTakesOrRefuses() {}

  /** A source is added, and its items are emitted, while the merge is closed. Result: whether it was
   * accepted, items delivered, faults. */
  abstract static class AddMeetsClose {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = stage(probe);

    AddMeetsClose() {
      scene.subscribe();
    }

    abstract DynamicScene stage(PlainProbe probe);

    final void left() {
      if (scene.add()) {
        scene.next(new Item(0, 1));
        scene.next(new Item(0, 2));
        scene.complete();
      }
    }

    final void drain() {
      scene.close();
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - scene.subscriptions())
              + Math.abs(2 * result.r1 - result.r2)
              + Math.abs(1 - probe.terminals())
              + scene.unused()
              + scene.outcomes().discarded()
              + scene.wrong();
    }
  }

  /** A source is added while the subscriber comes: one of the two threads subscribes to it. Result:
   * subscriptions, items delivered, faults. */
  abstract static class AddMeetsSubscriber {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = stage(probe);

    abstract DynamicScene stage(PlainProbe probe);

    final void left() {
      scene.add();
    }

    final void drain() {
      scene.subscribe();
    }

    final void judge(III_Result result) {
      scene.next(new Item(0, 1));
      scene.complete();
      scene.close();
      result.r1 = scene.subscriptions();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(1 - result.r1)
              + Math.abs(1 - result.r2)
              + Math.abs(1 - probe.terminals())
              + scene.unused()
              + scene.wrong();
    }
  }

  /** A source is added while the subscriber cancels. Result: whether it was accepted, subscriptions,
   * faults. */
  abstract static class AddMeetsCancel {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = stage(probe);

    AddMeetsCancel() {
      scene.subscribe();
    }

    abstract DynamicScene stage(PlainProbe probe);

    final void left() {
      scene.add();
    }

    final void drain() {
      scene.cancel();
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = scene.subscriptions();
      result.r3 =
          Math.abs(result.r1 - result.r2 - scene.unused())
              + Math.abs(result.r2 - scene.cancellations())
              + (scene.add() ? 1 : 0)
              + probe.terminals()
              + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Close extends AddMeetsClose {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.sound(probe);
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

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Subscriber extends AddMeetsSubscriber {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.sound(probe);
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

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Cancel extends AddMeetsCancel {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.sound(probe);
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

  /** Twin: looks whether the merge is closed, and then adds. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenAddBroken extends AddMeetsClose {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.looseClose(probe);
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

  /** Twin: an addition changes its state in two steps. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenChangeBroken extends AddMeetsSubscriber {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.loose(probe);
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

  /** Twin: a cancellation does not close the additions. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class DeafToCancelBroken extends AddMeetsCancel {
    @Override
    DynamicScene stage(PlainProbe probe) {
      return DynamicScene.looseClose(probe);
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
