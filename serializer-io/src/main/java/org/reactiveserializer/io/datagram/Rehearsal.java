package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.internal.datagram.BatchReceiver;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Sends datagrams to this process itself, before the first socket is opened. Otherwise the code
 * between socket and subscriber would be loaded, linked and compiled while the first datagrams of
 * others arrive, and these would be lost if they are many: the receive buffer holds what arrives in
 * some tens of milliseconds.
 *
 * <p>The datagrams take the way of all others, through a source on the loopback interface. Made-up
 * ones would not do: the virtual machine would compile the code for these, and once more when it
 * sees a real socket.
 */
final class Rehearsal implements Subscriber<Datagram> {
  /** As many as the virtual machine wants to see before it compiles for good, and some. */
  private static final int DATAGRAMS = 20_000;

  /** With an executor the stream takes another way: it is loaded, too. */
  private static final int DATAGRAMS_BY_EXECUTOR = 1_000;

  private static final int BURST = 32;
  private static final int RECEIVE_BUFFER = 1 << 15; // for some bursts; granted everywhere
  private static final Duration CLOSING = Duration.ofSeconds(1);

  /** For the first burst, which loads the code: without it the rest would be of no use. */
  private static final long LONGEST_FIRST_BURST_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** After that, a loopback interface that loses datagrams, or a busy machine, must not hold up the start. */
  private static final long LONGEST_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Guarded by the class. */
  private static boolean done =
      "off".equals(System.getProperty("org.reactiveserializer.io.rehearsal"));

  private final ByteBuffer datagram = ByteBuffer.allocateDirect(1);
  private final ByteBuffer reply = ByteBuffer.allocate(1);
  private volatile int arrived; // written by the thread that delivers

  private Rehearsal() {}

  /** Rehearses, if that was not done. Another thread waits for that. */
  static synchronized void once() {
    if (!done) {
      done = true;
      DatagramSettings settings =
          DatagramSource.bounded(2 * BURST, Overflow.DROP_OLDEST).maxPayload(1);
      try {
        BatchReceiver.prepare();
        Rehearsal first = new Rehearsal();
        first.play(settings.deliverOn(Runnable::run), DATAGRAMS_BY_EXECUTOR);
        if (first.arrived > 0) {
          new Rehearsal().play(settings, DATAGRAMS);
        }
      } catch (IOException | RuntimeException | OutOfMemoryError refused) {
        // Whoever opens a source now will notice.
      }
    }
  }

  /** Ends early if nothing arrives: there may be no loopback interface, or nothing may pass it. */
  private void play(DatagramSettings settings, int datagrams) throws IOException {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    OpenSockets sockets = OpenSockets.bind(loopback, 1, RECEIVE_BUFFER);
    DatagramSource source = DatagramSource.open(settings, sockets, io -> io);
    try (DatagramChannel sender = DatagramChannel.open()) {
      sender.connect(source.localAddress());
      sender.configureBlocking(false); // an interrupt would close a channel that blocks
      source.subscribe(this);
      sendBurst(sender, LONGEST_FIRST_BURST_NANOS);
      long start = System.nanoTime();
      for (int sent = BURST;
          sent < datagrams && System.nanoTime() - start < LONGEST_NANOS;
          sent += BURST) {
        if (arrived == 0) {
          return;
        }
        sendBurst(sender, LONGEST_BURST_NANOS);
      }
    } finally {
      source.close();
      awaitClosed(source);
    }
  }

  /** Sends some datagrams, waits until they have arrived, and reads the answers. */
  private void sendBurst(DatagramChannel sender, long longest) throws IOException {
    int before = arrived;
    for (int i = 0; i < BURST; i++) {
      sender.write(datagram.clear());
    }
    awaitArrival(before + BURST, longest);
    while (sender.read(datagram.clear()) > 0) {
      // What nobody reads would be counted as lost, by the system.
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // nothing but the time of the wait depends on the scheduler
  private void awaitArrival(int all, long longest) {
    long start = System.nanoTime();
    while (arrived < all && System.nanoTime() - start < longest) {
      Thread.yield();
    }
  }

  private static void awaitClosed(DatagramSource source) {
    try {
      source.awaitClosed(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  /** Answers, too. What it gets may be a stranger's. */
  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // signals are serial (§1.3)
  public void onNext(Datagram datagram) {
    datagram.socket().send(datagram.sender(), reply.clear());
    datagram.release();
    arrived++;
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}
}
