package org.reactiveserializer.benchmarks;

import org.openjdk.jmh.infra.Blackhole;

/**
 * A downstream that does something with each item before it looks at it.
 *
 * @param end looks at it
 * @param work how much it does, in the tokens of {@link Blackhole#consumeCPU}
 */
record Working(Downstream end, long work) implements Downstream {
  @Override
  public void onNext(Integer item) {
    Blackhole.consumeCPU(work);
    end.onNext(item);
  }

  @Override
  public Verdict judge(long... pushed) {
    return end.judge(pushed);
  }
}
