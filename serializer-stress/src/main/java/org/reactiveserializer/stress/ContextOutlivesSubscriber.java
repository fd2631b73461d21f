package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.operator.SubscriberRef;
import org.reactiveserializer.stress.broken.LooseSubscriberRef;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A thread that reads the context of a subscriber that has subscribed always gets it, even while
 * the reference to the subscriber is cleared.
 */
public final class ContextOutlivesSubscriber {
  private static final Integer NOTHING = 0;
  private static final Integer SUBSCRIBER = 1;
  private static final int LOOKS = 3;

  private ContextOutlivesSubscriber() {}

  /**
   * The end of the stream meets a thread that reads the context. Result: the first context read,
   * the last one, how often there was none.
   */
  abstract static class Race {
    private final SubscriberRef<Integer, Integer> guest;

    Race(SubscriberRef<Integer, Integer> guest) {
      this.guest = guest;
      guest.take(SUBSCRIBER);
    }

    final void release() {
      guest.release();
    }

    final void ask(III_Result result) {
      result.r1 = guest.kept();
      for (int i = 0; i < LOOKS; i++) {
        result.r2 = guest.kept();
        result.r3 += SUBSCRIBER - result.r2;
      }
      result.r3 += SUBSCRIBER - result.r1;
    }

    /** In the end the reference to the subscriber is cleared, and another subscriber is refused. */
    final void judge(III_Result result) {
      if (guest.current() != null || guest.take(SUBSCRIBER)) {
        result.r3++;
      }
    }
  }

  private static final class Sound extends SubscriberRef<Integer, Integer> {
    Sound() {
      super(NOTHING);
    }

    @Override
    protected Integer of(Integer subscriber) {
      return subscriber;
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class TheEndAndALook extends Race {
    public TheEndAndALook() {
      super(new Sound());
    }

    @Actor
    public void a() {
      release();
    }

    @Actor
    public void b(III_Result result) {
      ask(result);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: clears the reference, and only then stores the context. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class ForgetThenKeepBroken extends Race {
    public ForgetThenKeepBroken() {
      super(new LooseSubscriberRef(NOTHING));
    }

    @Actor
    public void a() {
      release();
    }

    @Actor
    public void b(III_Result result) {
      ask(result);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
