package org.reactiveserializer.netty;

import java.util.concurrent.atomic.LongAdder;
import org.reactiveserializer.Stats;

/** What the threads of the channels count. */
final class Counts {
  final LongAdder opened = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder timedOut = new LongAdder();
  final LongAdder overBudget = new LongAdder();
  final LongAdder received = new LongAdder();
  final LongAdder held = new LongAdder(); // at the moment
  final LongAdder returned = new LongAdder(); // credit of messages
  final LongAdder repliesDropped = new LongAdder();
  final LongAdder cutOff = new LongAdder();
  final LongAdder discarded = new LongAdder(); // before they were in the stream

  ChannelStats snapshot(int channels, Budget budget, Stats ofStream) {
    return new ChannelSnapshot(
        channels,
        opened.sum(),
        refused.sum(),
        failed.sum(),
        timedOut.sum(),
        overBudget.sum(),
        received.sum(),
        ofStream.delivered(),
        ofStream.queued() + held.sum(),
        ofStream.discarded() + discarded.sum(),
        Math.max(0, ofStream.delivered() - returned.sum()),
        repliesDropped.sum(),
        cutOff.sum(),
        budget.used());
  }
}
