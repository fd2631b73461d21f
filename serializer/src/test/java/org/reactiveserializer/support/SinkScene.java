package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;

/** A sink, a recording downstream that the test subscribes, and recording hooks. */
public final class SinkScene {
  public final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  public final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  public final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  public final SerialSink<Integer> sink;

  private SinkScene(Serializer<Integer> settings) {
    sink = settings.onDiscard(discarded::add).onErrorDropped(dropped::add).sink();
  }

  /** Creates a full sink, in which one item waits. */
  public static SinkScene full(Overflow overflow) {
    SinkScene scene = subscribed(Serializer.withDefaults().bounded(1, overflow));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    return scene;
  }

  /** Creates a sink without a subscriber. */
  public static SinkScene bare(Serializer<Integer> settings) {
    return new SinkScene(settings);
  }

  /** Creates an unbounded sink without a subscriber. */
  public static SinkScene bare() {
    return bare(Serializer.withDefaults());
  }

  /** Creates a sink with a subscriber that has requested nothing. */
  public static SinkScene subscribed(Serializer<Integer> settings) {
    return bare(settings).subscribe();
  }

  /** Creates a sink with a subscriber that has requested everything. */
  public static SinkScene flowing(Serializer<Integer> settings) {
    return subscribed(settings).request(Long.MAX_VALUE);
  }

  /** Subscribes the downstream. */
  public SinkScene subscribe() {
    sink.subscribe(downstream);
    return this;
  }

  /** Requests {@code n} items. */
  public SinkScene request(long n) {
    downstream.subscription().request(n);
    return this;
  }

  /** Returns the signals that the downstream received, without the subscription. */
  public List<Object> delivered() {
    return downstream.signals().stream().filter(signal -> !signal.equals("subscribed")).toList();
  }
}
