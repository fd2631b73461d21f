package org.reactiveserializer.benchmarks;

import org.openjdk.jmh.infra.Blackhole;

/**
 * A downstream that spends time on each item before it passes it on.
 *
 * @param end the downstream behind it
 * @param work the time, in the tokens of {@link Blackhole#consumeCPU}
 */
record Working(Downstream end, long work) implements Downstream {
  @Override
  public void onNext(Integer item) {
    Blackhole.consumeCPU(work);
    end.onNext(item);
  }

  @Override
  public Verdict judge(long... emitted) {
    return end.judge(emitted);
  }
}
