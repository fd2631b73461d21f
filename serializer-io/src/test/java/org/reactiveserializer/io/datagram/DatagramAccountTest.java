package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscription;

/** What a process sends to a slow subscriber is what was delivered, and every kind of drop. */
class DatagramAccountTest {
  private static final int CAPACITY = 16;
  private static final int MAX_HELD = 8;

  private final CountDownLatch firstMayReturn = new CountDownLatch(1);
  private final List<Datagram> held = new CopyOnWriteArrayList<>();
  private final Recorder recorder =
      new Recorder(1) {
        @Override
        void got(Datagram datagram) {
          held.add(datagram);
          try {
            firstMayReturn.await();
          } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
          }
        }
      };

  private DatagramSource open(Overflow overflow, UnaryOperator<SocketIo> seam) throws IOException {
    return DatagramSource.open(
        DatagramSource.bounded(CAPACITY, overflow).maxHeld(MAX_HELD).maxPayload(100),
        OpenSockets.bind(Peer.loopback(0), 1, 30_000),
        seam);
  }

  /** Waits until each datagram that was sent is in the account. */
  private static void awaitAccount(DatagramSource source, long sent) {
    Await.until(
        () -> {
          DatagramStats stats = source.stats();
          return (stats.droppedByKernel() < 0 || stats.received() + stats.droppedByKernel() == sent)
              && Account.accounted(stats) == stats.received();
        },
        () -> sent + " sent, but " + source.stats());
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST"})
  void sentIsDeliveredAndEveryKindOfDrop(Overflow overflow) throws IOException {
    try (DatagramSource source = open(overflow, io -> io);
        SenderProcess sender = new SenderProcess(source.localAddress())) {
      source.subscribe(recorder);

      // The first one keeps the reading thread, and the kernel's buffer fills up.
      sender.send(1, 10);
      recorder.awaitArrival(1);
      sender.send(2_000, 50);
      firstMayReturn.countDown();
      if (Account.byKernel(1) < 0) {
        assertEquals(-1, source.stats().droppedByKernel());
        return;
      }
      awaitAccount(source, sender.sent());
      assertTrue(source.stats().droppedByKernel() > 0, () -> source.stats().toString());

      // There is no demand.
      sender.send(100, 200);
      awaitAccount(source, sender.sent());
      assertTrue(source.stats().droppedByBound() > 0, () -> source.stats().toString());
      assertEquals(CAPACITY, source.stats().waiting());
      assertTrue(source.stats().truncated() > 0, () -> source.stats().toString());

      // There is demand, but nothing is released.
      recorder.subscription.request(100);
      sender.send(100, 20);
      awaitAccount(source, sender.sent());
      assertTrue(source.stats().droppedByPool() > 0, () -> source.stats().toString());
      Await.until(
          () -> held.size() == source.stats().held(),
          () -> held.size() + " held, but " + source.stats());

      // All is released; more is sent than the rest of the demand.
      held.forEach(Datagram::release);
      assertEquals(0, source.stats().held());
      for (int i = 0; i < 20; i++) {
        sender.send(5, 0);
        awaitAccount(source, sender.sent());
        held.forEach(Datagram::release);
      }
      assertEquals(101, source.stats().delivered());
      assertTrue(source.stats().waiting() > 0, () -> source.stats().toString());

      recorder.subscription.cancel();
      Sources.awaitClosed(source);
      awaitAccount(source, sender.sent());
      DatagramStats stats = source.stats();
      assertTrue(stats.discarded() > 0, stats::toString);
      assertEquals(0, stats.waiting());
      assertEquals(0, stats.held());
      assertEquals(101, held.size());
      assertEquals(
          sender.sent(),
          stats.delivered()
              + stats.droppedByBound()
              + stats.droppedByPool()
              + stats.discarded()
              + stats.droppedByKernel());
    }
  }

  @Test
  void theTestNoticesASourceThatLosesOneInAThousand() throws IOException {
    if (Account.byKernel(1) < 0) {
      return;
    }
    AtomicInteger reads = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    UnaryOperator<SocketIo> losing =
        io ->
            new PassingIo(io) {
              @Override
              public SocketAddress receive(ByteBuffer target) throws IOException {
                SocketAddress sender = super.receive(target);
                if (sender != null && reads.incrementAndGet() % 1_000 == 0) {
                  lost.incrementAndGet();
                  target.clear();
                  return super.receive(target);
                }
                return sender;
              }
            };
    firstMayReturn.countDown();
    try (DatagramSource source = open(Overflow.DROP_OLDEST, losing);
        SenderProcess sender = new SenderProcess(source.localAddress())) {
      source.subscribe(recorder);
      while (reads.get() < 1_000) {
        sender.send(100, 50);
      }
      Await.until(
          () -> {
            DatagramStats stats = source.stats();
            return stats.received() + stats.droppedByKernel() + lost.get() == sender.sent()
                && Account.accounted(stats) == stats.received();
          },
          () -> lost + " lost of " + sender.sent() + ", and " + source.stats());
      assertTrue(lost.get() > 0);
      DatagramStats stats = source.stats();
      assertNotEquals(
          sender.sent(), stats.received() + stats.droppedByKernel()); // what the other tests check
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST"})
  void theAccountOfAFloodAddsUp(Overflow overflow) throws IOException {
    // Several sockets and threads; demand comes from another thread, and so do releases.
    DatagramSettings settings =
        DatagramSource.bounded(CAPACITY, overflow).sockets(2).receiveBuffer(100_000);
    try (DatagramSource source = settings.bind(Peer.loopback(0));
        SenderProcess one = new SenderProcess(source.localAddress());
        SenderProcess two = new SenderProcess(source.localAddress())) {
      Semaphore more = new Semaphore(0);
      CountDownLatch requested = new CountDownLatch(1);
      Recorder counting =
          new Recorder(0) {
            @Override
            public void onSubscribe(Subscription first) {
              super.onSubscribe(first);
              requested.countDown();
            }

            @Override
            public void onNext(Datagram datagram) {
              datagram.release();
              more.release();
            }
          };
      Thread requesting =
          new Thread(
              () -> {
                try {
                  requested.await();
                  for (int i = 0; i < 1_000; i++) {
                    counting.subscription.request(10);
                    more.acquire(10);
                  }
                } catch (InterruptedException interrupted) {
                  throw new AssertionError(interrupted);
                }
              });
      source.subscribe(counting);
      requesting.start();
      while (requesting.isAlive()) {
        one.send(1_000, 100);
        two.send(1_000, 100);
      }
      one.send(1_000, 100);
      awaitAccount(source, one.sent() + two.sent());
      DatagramStats stats = source.stats();
      assertEquals(10_000, stats.delivered());
      assertEquals(CAPACITY, stats.waiting());
      Account.awaitNothingHeld(source);
    }
  }
}
