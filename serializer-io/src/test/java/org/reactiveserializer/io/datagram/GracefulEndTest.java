package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A service that ends when it has answered what it has got. */
class GracefulEndTest {
  private static final int REQUESTS = 20;
  private static final int QUEUE = 8; // fewer may wait to be sent

  private final Peer peer = new Peer();
  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final List<SendResult> results = new CopyOnWriteArrayList<>();
  private final DatagramSettings settings = DatagramSource.bounded(100, Overflow.DROP_NEWEST);
  private final Recorder recorder =
      new Recorder(Long.MAX_VALUE) {
        @Override
        void got(Datagram datagram) {
          if (holding) {
            held = datagram;
          } else {
            pool.execute(() -> answer(datagram));
          }
        }
      };
  private volatile boolean holding;
  private volatile Datagram held;
  private DatagramSource source;

  @BeforeEach
  void open() throws IOException {
    source = settings.bind(Peer.loopback(0));
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, REQUESTS);
    Account.awaitReceived(source, REQUESTS);
  }

  private void answer(Datagram datagram) {
    try {
      mayAnswer.await();
    } catch (InterruptedException end) {
      return;
    }
    results.add(source.reply(datagram, datagram.payload().rewind()));
    datagram.release();
  }

  @AfterEach
  void close() {
    pool.shutdownNow();
    source.close();
    peer.close();
    Sources.awaitClosed(source);
  }

  /** Also while the clients go on sending. */
  @Test
  void whatHasArrivedIsAnswered() throws Exception {
    Future<Boolean> closed = pool.submit(() -> source.closeGracefully(Await.LONG));
    while (!closed.isDone()) {
      peer.send(source, "more");
      mayAnswer.countDown();
    }
    assertTrue(closed.get());
    assertTrue(source.awaitClosed(Duration.ZERO));
    DatagramStats stats = source.stats();
    assertTrue(stats.received() >= REQUESTS);
    assertEquals(stats.delivered(), stats.sent(), stats::toString);
    assertEquals(0, stats.sendsDropped());
    assertTrue(results.stream().allMatch(SendResult::isAccepted), results::toString);
    Account.check(source);
  }

  /** The twin: an end that does not wait. */
  @Test
  void closeDropsTheAnswers() {
    source.close();
    Sources.awaitClosed(source);
    mayAnswer.countDown();
    Await.until(() -> results.size() == REQUESTS, () -> "results: " + results);
    assertEquals(Set.of(SendResult.CLOSED), Set.copyOf(results));
  }

  @Test
  void whatIsNotAnsweredInTimeIsCounted() throws Exception {
    assertFalse(source.closeGracefully(Duration.ofMillis(20)));
    Sources.awaitClosed(source);
    assertEquals(REQUESTS, source.stats().held());
    mayAnswer.countDown();
    Account.awaitNothingHeld(source);
  }

  /** What it answered is not lost, also if it releases a request when the sockets are closed already. */
  @Test
  void whoHasAnsweredMayCancel() throws Exception {
    mayAnswer.countDown();
    Datagram last = answerAllButTheRelease();
    recorder.subscription.cancel();
    Sources.awaitClosed(source);
    Future<Boolean> closed = beginToClose();
    last.release();
    assertTrue(closed.get());
  }

  /** The twins: an answer that comes too late, and a request that nobody has seen. */
  @Test
  void whoCancelsTooEarlyLosesAnAnswer() throws Exception {
    mayAnswer.countDown();
    Datagram last = answerAllButTheRelease();
    recorder.subscription.cancel();
    Sources.awaitClosed(source);
    Future<Boolean> closed = beginToClose();
    assertEquals(SendResult.CLOSED, source.reply(last, Peer.bytes("late")));
    last.release();
    assertFalse(closed.get());
  }

  @Test
  void whoCancelsBeforeARequestIsDeliveredLosesIt() throws Exception {
    try (DatagramSource other = settings.bind(Peer.loopback(0))) {
      Recorder one = new Recorder(1);
      other.subscribe(one);
      peer.sendNumbers(other, 0, 2);
      one.awaitTexts(1);
      Account.awaitReceived(other, 2);
      one.subscription.cancel();
      assertFalse(other.closeGracefully(Await.LONG));
      assertEquals(1, other.stats().discarded());
    }
  }

  private Datagram answerAllButTheRelease() {
    Await.until(() -> results.size() == REQUESTS, () -> "results: " + results);
    Account.awaitNothingHeld(source);
    holding = true;
    peer.send(source, "last");
    Await.until(() -> held != null, () -> "the last request");
    assertEquals(SendResult.SENT, source.reply(held, Peer.bytes("answer")));
    return held;
  }

  /** Returns when the call waits, or has ended. */
  private Future<Boolean> beginToClose() {
    AtomicReference<Thread> closing = new AtomicReference<>();
    Future<Boolean> closed =
        pool.submit(
            () -> {
              closing.set(Thread.currentThread());
              return source.closeGracefully(Await.LONG);
            });
    Await.until(
        () -> closed.isDone() || isAsleep(closing.get()), () -> "the call: " + closing.get());
    return closed;
  }

  private static boolean isAsleep(Thread thread) {
    return thread != null && thread.getState() == Thread.State.TIMED_WAITING;
  }

  /** The socket is full at every other call: so that something waits as long as there are requests. */
  @Test
  void anUpstreamThatWouldGoOnForEverIsNotWaitedFor() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (DatagramSource slow =
        open(
            io ->
                new PassingIo(io) {
                  @Override
                  public int send(ByteBuffer payload, SocketAddress address) throws IOException {
                    return calls.getAndIncrement() % 2 == 0 ? 0 : super.send(payload, address);
                  }
                })) {
      Endless upstream = new Endless(slow.outgoing());
      upstream.start();
      Await.until(() -> slow.stats().sent() > QUEUE, () -> "more requests");
      assertTrue(slow.closeGracefully(Await.LONG));
      assertTrue(upstream.cancelled);
      assertEquals(0, slow.stats().sendsDropped());
    }
  }

  /** More of them than the queue of what is to be sent holds: so it must be asked for them. */
  @Test
  void answersMayComeThroughAnUpstream() throws Exception {
    AtomicBoolean full = new AtomicBoolean(true);
    mayAnswer.countDown();
    source.close();
    Sources.awaitClosed(source);
    source =
        open(
            io ->
                new PassingIo(io) {
                  @Override
                  public int send(ByteBuffer payload, SocketAddress address) throws IOException {
                    return full.get() ? 0 : super.send(payload, address);
                  }
                });
    peer.sendNumbers(source, 0, REQUESTS);
    Account.awaitReceived(source, REQUESTS);
    Subscriber<Outgoing> answers = source.outgoing();
    source.subscribe(
        new Recorder(0) {
          @Override
          public void onSubscribe(Subscription requests) {
            answers.onSubscribe(requests);
          }

          @Override
          void got(Datagram datagram) {
            answers.onNext(new Outgoing(datagram.sender(), copy(datagram.payload().rewind())));
            datagram.release();
          }
        });
    Await.until(() -> source.stats().delivered() == QUEUE); // the reading thread may deliver, too
    Future<Boolean> closed = beginToClose();
    full.set(false);
    assertTrue(closed.get());
    assertEquals(REQUESTS, source.stats().sent());
  }

  private static ByteBuffer copy(ByteBuffer payload) {
    return ByteBuffer.allocate(payload.remaining()).put(payload).flip();
  }

  /** Nothing is read any more, so nothing of the stream is lost. */
  @Test
  void aShortageOfMemoryWhileItWaitsIsNoErrorOfTheStream() throws Exception {
    AtomicInteger shortages = new AtomicInteger();
    mayAnswer.countDown();
    Recorder other = new Recorder(0);
    try (DatagramSource starved =
        open(
            io ->
                new PassingIo(io) {
                  @Override
                  public void select(Selector selector, Consumer<SelectionKey> ready, long millis)
                      throws IOException {
                    SelectionKey key = selector.keys().iterator().next();
                    boolean reads = (key.interestOps() & SelectionKey.OP_READ) != 0;
                    if (!reads && shortages.incrementAndGet() <= 3) {
                      throw new OutOfMemoryError("simulated");
                    }
                    super.select(selector, ready, millis);
                  }
                })) {
      starved.subscribe(other);
      peer.send(starved, "request");
      Account.awaitReceived(starved, 1);
      Future<Boolean> closed = pool.submit(() -> starved.closeGracefully(Await.LONG));
      Await.until(() -> shortages.get() > 3 || closed.isDone(), () -> "shortages: " + shortages);
      other.subscription.request(1);
      assertTrue(closed.get());
      other.awaitEnd();
      assertNull(other.error);
      assertEquals(3, starved.stats().receiveErrors());
    }
  }

  private DatagramSource open(UnaryOperator<SocketIo> seam) throws IOException {
    return DatagramSource.open(
        settings.sendQueue(QUEUE), OpenSockets.bind(Peer.loopback(0), 1, 100_000), seam);
  }

  /** Emits at once whatever is requested. */
  private final class Endless implements Subscription {
    private final Subscriber<Outgoing> target;
    private boolean inside;
    private long unmet;
    volatile boolean cancelled;

    Endless(Subscriber<Outgoing> target) {
      this.target = target;
    }

    void start() {
      target.onSubscribe(this);
    }

    @Override
    public void request(long n) {
      unmet += n;
      if (!inside) {
        inside = true;
        for (; unmet > 0; unmet--) {
          target.onNext(new Outgoing(peer.address(), Peer.bytes("more")));
        }
        inside = false;
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Test
  void anInterruptIsTheEndOfTheTime() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> source.closeGracefully(Await.LONG));
    Sources.awaitClosed(source);
  }
}
