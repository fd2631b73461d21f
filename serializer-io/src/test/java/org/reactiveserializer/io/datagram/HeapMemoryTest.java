package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** A heap that is full: simulated, where the system is called and where the subscriber is. */
class HeapMemoryTest {
  private final Peer peer = new Peer();

  @AfterEach
  void close() {
    peer.close();
  }

  private static DatagramSource open(UnaryOperator<SocketIo> seam) throws IOException {
    return DatagramSource.open(
        DatagramSource.bounded(10, Overflow.DROP_NEWEST),
        OpenSockets.bind(Peer.loopback(0), 1, 100_000),
        seam);
  }

  /** The wait for the socket fails so often. */
  private static UnaryOperator<SocketIo> failing(AtomicInteger failures) {
    return io ->
        new PassingIo(io) {
          @Override
          public void select(Selector selector, Consumer<SelectionKey> ready, long millis)
              throws IOException {
            if (failures.getAndDecrement() > 0) {
              throw new OutOfMemoryError("simulated");
            }
            super.select(selector, ready, millis);
          }
        };
  }

  @Test
  void anErrorWhileTheThreadWaitsIsCountedAndNotTheEnd() throws IOException {
    DatagramSource source = open(failing(new AtomicInteger(5)));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    peer.send(source, "hello");
    Await.until(() -> recorder.texts.size() + recorder.terminals > 0, () -> "a signal");
    assertEquals(List.of("hello"), recorder.texts);
    assertEquals(5, source.stats().receiveErrors());
    source.close();
    recorder.awaitEnd();
    assertNull(recorder.error);
  }

  @Test
  void aBufferOfWhichNobodyKnowsTheOwnerIsNotCounted() throws IOException {
    OutOfMemoryError thrown = new OutOfMemoryError("simulated");
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught.set(error));
    try {
      DatagramSource source = open(io -> io);
      Recorder recorder =
          new Recorder(Long.MAX_VALUE) {
            @Override
            void got(Datagram datagram) {
              throw thrown;
            }
          };
      source.subscribe(recorder);
      peer.send(source, "hello");
      Sources.awaitClosed(source);
      assertSame(thrown, uncaught.get());
      assertEquals(0, source.stats().buffers());
      Account.check(source);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
