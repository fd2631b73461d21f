package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;

/**
 * Several threads send through a socket that is full every now and then, while the reading thread
 * tries again, and perhaps closes it: what each thread sends is sent in order, and all is accounted
 * for.
 */
class SenderStressTest {
  private static final InetSocketAddress ADDRESS = Peer.loopback(9);
  private static final int THREADS = 3;
  private static final int EACH = 3_000;
  private static final int QUEUE = 50;

  /**
   * Full after every seventh datagram, until the reading thread comes. Called by one thread at a
   * time, or it notices.
   */
  private static final class SometimesFull implements SocketIo {
    private final int[] next = new int[THREADS];
    private int sinceFull;
    private volatile boolean closed;
    private volatile String fault = "";

    @Override
    public SocketAddress receive(ByteBuffer target) {
      return null;
    }

    @Override
    public synchronized int send(ByteBuffer payload, SocketAddress address)
        throws ClosedChannelException {
      if (closed) {
        throw new ClosedChannelException();
      }
      if (++sinceFull % 7 == 0) {
        return 0;
      }
      int thread = payload.getInt();
      int number = payload.getInt();
      if (number < next[thread]) {
        fault = number + " of thread " + thread + " follows " + (next[thread] - 1);
      }
      next[thread] = number + 1;
      return 8;
    }
  }

  private static ByteBuffer payload(int thread, int number) {
    return ByteBuffer.allocate(8).putInt(thread).putInt(number).flip();
  }

  /**
   * Returns what went wrong, or an empty text.
   *
   * @param closeAfter how often the reading thread tries before it closes
   */
  private static String run(int closeAfter, boolean isDeaf) throws InterruptedException {
    SometimesFull socket = new SometimesFull();
    Counts counts = new Counts();
    Semaphore wakeUps = new Semaphore(0);
    Sender sender =
        new Sender(
            socket,
            counts,
            DatagramSource.bounded(1, Overflow.DROP_NEWEST).sendQueue(QUEUE),
            isDeaf ? () -> {} : wakeUps::release);
    CountDownLatch sending = new CountDownLatch(THREADS);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < EACH; i++) {
                  sender.send(ADDRESS, payload(thread, i));
                }
                sending.countDown();
              }));
    }
    threads.forEach(Thread::start);
    for (int tries = 0; ; ) {
      boolean over = sending.getCount() == 0; // then nobody wakes the reading thread any more
      boolean woken = over ? wakeUps.tryAcquire() : wakeUps.tryAcquire(1, TimeUnit.MILLISECONDS);
      if (!woken && over) {
        break;
      }
      if (woken && tries++ == closeAfter) {
        socket.closed = true;
        sender.close();
      } else if (woken && tries <= closeAfter) {
        sender.resume();
        if (sender.isStuck()) { // the socket is writable again at once
          wakeUps.release();
        }
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (!socket.fault.isEmpty() || sender.waiting() != 0) {
      return socket.fault + " " + sender.waiting() + " wait";
    }
    long failed = counts.sendsFailed.sum();
    long total = counts.sent.sum() + failed + counts.sendsDropped.sum();
    return total == THREADS * EACH && failed == 0
        ? ""
        : "sent %s, failed %s, dropped %s"
            .formatted(counts.sent, counts.sendsFailed, counts.sendsDropped);
  }

  @Test
  void repliesAreSentInOrderAndAccountedFor() throws InterruptedException {
    for (int i = 0; i < 30; i++) {
      assertEquals("", run(Integer.MAX_VALUE, false));
    }
  }

  @Test
  void theAccountHoldsWhenTheSocketIsClosed() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      assertEquals("", run(i, false));
    }
  }

  @Test
  @Tag("thorough")
  void bothAtLength() throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      assertEquals("", run(Integer.MAX_VALUE, false));
      assertEquals("", run(i, false));
    }
  }

  /** The twin: the reading thread is not woken. */
  @Test
  void theTestNoticesAReadingThreadThatIsNotWoken() throws InterruptedException {
    assertNotEquals("", run(Integer.MAX_VALUE, true));
  }
}
