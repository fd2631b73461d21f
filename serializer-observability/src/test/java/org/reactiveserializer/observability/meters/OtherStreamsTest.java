package org.reactiveserializer.observability.meters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;
import org.reactiveserializer.io.datagram.Datagram;
import org.reactiveserializer.io.datagram.DatagramSource;
import org.reactiveserializer.netty.ChannelStream;
import org.reactiveserializer.netty.Received;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The meters of keyed sinks, datagram sources and channel streams. */
class OtherStreamsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SerializerMetrics metrics = new SerializerMetrics();

  @BeforeEach
  void bind() {
    metrics.bindTo(registry);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private double waiting(String kind, String name) {
    return registry
        .get("reactive.serializer.waiting")
        .tags("kind", kind, "name", name)
        .gauge()
        .value();
  }

  @Test
  void aKeyedSink() {
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(i -> i)
            .named("orders")
            .bounded(1, 2)
            .on(task -> {})
            .handle((key, item) -> {});
    List.of(1, 1, 2, 3).forEach(sink::tryEmit);
    assertEquals(2, waiting("keyed", "orders"));
    sink.abandon();
    assertEquals(0, waiting("keyed", "orders"));
    assertEquals(2, counted("discarded", "orders"));
    assertEquals(0, counted("delivered", "orders"));
    assertEquals(
        2,
        registry
            .get("reactive.serializer.refused")
            .tags("name", "orders", "reason", "overflow")
            .functionCounter()
            .count());
  }

  private double counted(String meter, String name) {
    return registry
        .get("reactive.serializer." + meter)
        .tags("name", name)
        .functionCounter()
        .count();
  }

  @Test
  void aDatagramSource() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (DatagramSource source =
            DatagramSource.bounded(1, Overflow.DROP_NEWEST).named("telemetry").bind(any);
        DatagramSocket socket = new DatagramSocket()) {
      DatagramPacket packet = new DatagramPacket(new byte[1], 1, source.localAddress());
      socket.send(packet);
      socket.send(packet);
      Await.until(() -> source.stats().droppedByBound() == 1);
      assertEquals(1, waiting("datagrams", "telemetry"));
      assertEquals(
          1,
          registry
              .get("reactive.serializer.refused")
              .tags("name", "telemetry", "reason", "bound")
              .functionCounter()
              .count());
      source.subscribe(new Taking<>(Datagram::release));
      assertEquals(0, waiting("datagrams", "telemetry"));
    }
  }

  @Test
  void aChannelStream() {
    try (ChannelStream<ByteBuf> named = ChannelStream.frames(64).named("devices").open();
        ChannelStream<ByteBuf> other = ChannelStream.frames(64).open()) {
      assertEquals(0, waiting("channels", "devices"));
      assertEquals(0, named.stats().channels() + other.stats().channels());
      assertNull(registry.find("reactive.serializer.refused").tags("name", "devices").meter());
      EmbeddedChannel channel = new EmbeddedChannel(named.initializer());
      channel.writeInbound(Unpooled.buffer().writeInt(1).writeByte(7));
      assertEquals(1, waiting("channels", "devices"));
      named.subscribe(new Taking<>(Received::release));
      assertEquals(0, waiting("channels", "devices"));
      channel.finishAndReleaseAll();
    }
  }

  /** Takes everything, in the thread that subscribes. */
  private record Taking<T>(Consumer<T> release) implements Subscriber<T> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T item) {
      release.accept(item);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
