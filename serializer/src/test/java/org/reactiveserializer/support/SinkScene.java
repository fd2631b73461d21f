package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;

/** A sink, a recorded downstream that subscribes when it is told, and recorded hooks. */
public final class SinkScene {
  public final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  public final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  public final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  public final SerializedSink<Integer> sink;

  private SinkScene(Serializer<Integer> settings) {
    sink = settings.onDiscard(discarded::add).onDropped(dropped::add).sink();
  }

  /** One item waits, and no more may. */
  public static SinkScene full(Overflow overflow) {
    SinkScene scene = subscribed(Serializer.bounded(1, overflow));
    assertEquals(EmitResult.QUEUED, scene.sink.tryEmit(1));
    return scene;
  }

  /** Nobody has subscribed. */
  public static SinkScene bare(Serializer<Integer> settings) {
    return new SinkScene(settings);
  }

  /** Nobody has subscribed; any number may wait. */
  public static SinkScene bare() {
    return bare(Serializer.unbounded());
  }

  /** Nothing is requested. */
  public static SinkScene subscribed(Serializer<Integer> settings) {
    return bare(settings).subscribe();
  }

  /** Everything is requested. */
  public static SinkScene flowing(Serializer<Integer> settings) {
    return subscribed(settings).request(Long.MAX_VALUE);
  }

  /** Has the downstream subscribe. */
  public SinkScene subscribe() {
    sink.subscribe(downstream);
    return this;
  }

  /** Has the downstream request. */
  public SinkScene request(long n) {
    downstream.subscription().request(n);
    return this;
  }

  /** What the downstream got, without the subscription. */
  public List<Object> delivered() {
    return downstream.signals().stream().filter(signal -> !signal.equals("subscribed")).toList();
  }
}
