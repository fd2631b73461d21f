package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.operator.Bridges.SubscriberRef;
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
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class TheEndAndALook {
    private final SubscriberRef<Integer, Integer> guest = new OfNumbers();

    public TheEndAndALook() {
      guest.take(SUBSCRIBER);
    }

    @Actor
    public void a() {
      guest.release();
    }

    @Actor
    public void b(III_Result result) {
      result.r1 = guest.kept();
      for (int i = 0; i < LOOKS; i++) {
        result.r2 = guest.kept();
        result.r3 += SUBSCRIBER - result.r2;
      }
      result.r3 += SUBSCRIBER - result.r1;
    }

    /** In the end the reference to the subscriber is cleared, and another subscriber is refused. */
    @Arbiter
    public void end(III_Result result) {
      if (guest.current() != null || guest.take(SUBSCRIBER)) {
        result.r3++;
      }
    }
  }

  private static final class OfNumbers extends SubscriberRef<Integer, Integer> {
    OfNumbers() {
      super(NOTHING);
    }

    @Override
    protected Integer of(Integer subscriber) {
      return subscriber;
    }
  }
}
