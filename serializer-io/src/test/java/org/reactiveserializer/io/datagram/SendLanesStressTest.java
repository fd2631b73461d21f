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
import org.junit.jupiter.api.Test;

/**
 * Several threads send through a socket that is full every now and then, while the reading thread
 * tries again, and perhaps closes it: what each thread sends is sent in order, and all is accounted
 * for.
 */
class SendLanesStressTest {
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
   * @param outgoing whether the threads feed one subscriber, or send
   * @param closeAfter how often the reading thread tries before it closes
   * @param deaf whether the reading thread is not woken
   */
  private static String run(boolean outgoing, int closeAfter, boolean deaf)
      throws InterruptedException {
    SometimesFull socket = new SometimesFull();
    Semaphore wakeUps = new Semaphore(0);
    ReaderTasks tasks = new ReaderTasks(deaf ? () -> {} : wakeUps::release);
    SendLanes lanes =
        new SendLanes(
            socket,
            new DatagramSettings.Sending(
                QUEUE, (address, error) -> socket.fault = "failed: " + error),
            tasks);
    OutgoingSubscriber subscriber = new OutgoingSubscriber(lanes, QUEUE);
    CountDownLatch sending = new CountDownLatch(THREADS);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < EACH; i++) {
                  if (outgoing) {
                    subscriber.onNext(new Outgoing(ADDRESS, payload(thread, i)));
                  } else {
                    lanes.send(ADDRESS, payload(thread, i));
                  }
                }
                sending.countDown();
                wakeUps.release();
              }));
    }
    threads.forEach(Thread::start);
    String standstill = "";
    for (int tries = 0; sending.getCount() != 0 || lanes.waiting() != 0; tries++) {
      if (!wakeUps.tryAcquire(2, TimeUnit.SECONDS) && sending.getCount() == 0) {
        standstill = "standstill: " + lanes.waiting() + " wait";
        break;
      }
      if (tries == closeAfter) {
        socket.closed = true;
        lanes.close();
      } else {
        lanes.resume();
        tasks.run();
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long total = lanes.sent() + lanes.failed() + lanes.dropped() + lanes.waiting();
    if (!socket.fault.isEmpty() || !standstill.isEmpty()) {
      return socket.fault + standstill;
    }
    return total == THREADS * EACH && lanes.waiting() == 0
        ? ""
        : "sent " + lanes.sent() + ", failed " + lanes.failed() + ", dropped " + lanes.dropped();
  }

  @Test
  void repliesAreSentInOrderAndAccountedFor() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      assertEquals("", run(false, Integer.MAX_VALUE, false));
    }
  }

  @Test
  void outgoingDatagramsAreSentInOrderAndAccountedFor() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      assertEquals("", run(true, Integer.MAX_VALUE, false));
    }
  }

  @Test
  void theAccountHoldsWhenTheSocketIsClosed() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      assertEquals("", run(i % 2 == 0, i, false));
    }
  }

  @Test
  void theTestNoticesAReadingThreadThatIsNotWoken() throws InterruptedException {
    String fault = "";
    for (int i = 0; i < 20 && fault.isEmpty(); i++) {
      fault = run(i % 2 == 0, Integer.MAX_VALUE, true);
    }
    assertNotEquals("", fault);
  }
}
