package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.internal.datagram.BufferPool;
import org.reactiveserializer.io.internal.datagram.PooledBuffer;
import org.reactiveserializer.testing.Await;

/** What is left of a source that is closed, and that it does end. */
class ClosedSourceTest {
  private final DatagramSettings settings = DatagramSource.bounded(10, Overflow.DROP_NEWEST);

  private static void awaitGarbage(List<WeakReference<ByteBuffer>> buffers) {
    Await.until(
        () -> {
          System.gc();
          return buffers.stream().allMatch(buffer -> buffer.get() == null);
        },
        () -> "the buffers are not garbage: " + buffers);
  }

  @Test
  void hasNoBuffers() throws IOException {
    List<Datagram> held = new CopyOnWriteArrayList<>();
    List<WeakReference<ByteBuffer>> buffers = new CopyOnWriteArrayList<>();
    try (Peer peer = new Peer()) {
      DatagramSource source =
          DatagramSource.open(
              settings,
              OpenSockets.bind(Peer.loopback(0), 1, 100_000),
              io ->
                  new PassingIo(io) {
                    @Override
                    public SocketAddress receive(ByteBuffer target) throws IOException {
                      buffers.add(new WeakReference<>(target));
                      return super.receive(target);
                    }
                  });
      source.subscribe(
          new Recorder(Long.MAX_VALUE) {
            @Override
            void got(Datagram datagram) {
              if (datagram.length() == 1) {
                datagram.release();
              } else {
                held.add(datagram);
              }
            }
          });
      peer.sendNumbers(source, 8, 12);
      Await.until(() -> held.size() == 2, () -> "two datagrams");
      source.close();
      Sources.awaitClosed(source);
      assertEquals(2, source.stats().buffers());
      held.forEach(Datagram::release);
      assertEquals(0, source.stats().buffers());
      assertEquals(0, source.stats().held());
      awaitGarbage(buffers);
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(held);
    }
  }

  @Test
  void isAwaitedForAnyTime() throws Exception {
    DatagramSource source = settings.bind(Peer.loopback(0));
    assertFalse(source.awaitClosed(Duration.ofSeconds(Long.MIN_VALUE)));
    source.close();
    assertTrue(source.awaitClosed(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Test
  void aPoolDropsItsBuffers() {
    BufferPool pool = new BufferPool(1, 3);
    PooledBuffer free = pool.acquire();
    PooledBuffer returned = pool.acquire();
    PooledBuffer owned = pool.acquire();
    List<WeakReference<ByteBuffer>> buffers =
        List.of(
            new WeakReference<>(free.writable()),
            new WeakReference<>(returned.writable()),
            new WeakReference<>(owned.writable()));
    pool.putBack(free);
    returned.giveBack();
    pool.close();
    owned.giveBack();
    free = null;
    returned = null;
    owned = null;
    awaitGarbage(buffers);
    Reference.reachabilityFence(pool);
  }

  @Test
  void endsAlsoIfDatagramsNeverCeaseToArrive() throws IOException {
    SocketAddress sender = Peer.loopback(9);
    AtomicBoolean isSubscribed =
        new AtomicBoolean(); // from then on, the reading thread alone delivers
    DatagramSource source =
        DatagramSource.open(
            settings,
            OpenSockets.bind(Peer.loopback(0), 1, 100_000),
            io ->
                new PassingIo(io) {
                  @Override
                  public SocketAddress receive(ByteBuffer target) {
                    if (!isSubscribed.get()) {
                      return null;
                    }
                    target.put((byte) 1);
                    return sender;
                  }
                });
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          public void onNext(Datagram datagram) {
            if (source.stats().received() == 2_000) {
              source.close();
            }
            datagram.release();
          }
        };
    source.subscribe(recorder);
    isSubscribed.set(true);
    recorder.awaitEnd();
    Sources.awaitClosed(source);
    long mostInKernel = Math.max(256, source.stats().receiveBufferGranted() / 256);
    assertTrue(
        source.stats().received() <= 2_000 + 2 * 256 + mostInKernel,
        () -> source.stats().toString());
    Account.check(source);
  }
}
