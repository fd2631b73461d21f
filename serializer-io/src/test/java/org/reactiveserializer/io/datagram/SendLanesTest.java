package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

/**
 * Sending through a socket whose send buffer is full, which no real one on the loopback address
 * ever is. The test's thread is all threads, one after another.
 */
class SendLanesTest {
  private static final InetSocketAddress ADDRESS = Peer.loopback(9);

  private final FullSocket socket = new FullSocket();
  private int wakeUps;
  private boolean isHeapFull;
  private final ReaderTasks tasks =
      new ReaderTasks(
          () -> {
            if (isHeapFull) {
              throw new OutOfMemoryError("simulated");
            }
            wakeUps++;
          });
  private final SendLanes lanes =
      new SendLanes(socket, new DatagramSettings.Sending(4, (address, error) -> {}), tasks);

  private SendResult send(String text) {
    return lanes.send(ADDRESS, Peer.bytes(text));
  }

  @Test
  void copiesWhatWaits() {
    socket.room = 0;
    ByteBuffer payload = Peer.bytes("first");
    assertEquals(SendResult.QUEUED, lanes.send(ADDRESS, payload));
    assertEquals(0, payload.remaining());
    payload.clear().put(0, (byte) '!');
    assertEquals(1, lanes.waiting());
    assertTrue(lanes.isStuck());
    assertEquals(1, wakeUps);
    socket.room = 1;
    lanes.resume();
    assertEquals(List.of("first"), socket.sent);
    assertFalse(lanes.isStuck());
    assertEquals(0, lanes.waiting());
    assertEquals(1, lanes.sent());
  }

  @Test
  void leavesAPayloadThatIsNotSentAsItIs() {
    ByteBuffer payload = Peer.bytes("12345").position(2).limit(4);
    socket.failFor = "34";
    assertEquals(SendResult.FAILED, lanes.send(ADDRESS, payload));
    assertEquals(2, payload.position());
    socket.failFor = "";
    assertEquals(SendResult.SENT, lanes.send(ADDRESS, payload));
    assertEquals(4, payload.position());
    ByteBuffer direct = ByteBuffer.allocateDirect(1).put((byte) '5').flip();
    assertEquals(SendResult.SENT, lanes.send(ADDRESS, direct));
    assertEquals(1, direct.position());
    assertEquals(List.of("34", "5"), socket.sent);
  }

  @Test
  void keepsTheOrder() {
    socket.room = 2;
    IntStream.range(0, 5).forEach(i -> assertEquals(i < 2, send("" + i) == SendResult.SENT));
    assertEquals(List.of("0", "1"), socket.sent);
    socket.room = 100; // there is room again, but the others were first
    assertEquals(SendResult.QUEUED, send("5"));
    assertEquals(List.of("0", "1"), socket.sent);
    lanes.resume();
    assertEquals(List.of("0", "1", "2", "3", "4", "5"), socket.sent);
    assertEquals(SendResult.SENT, send("6"));
    assertEquals(7, lanes.sent());
  }

  @Test
  void refusesWhatDoesNotFit() {
    socket.room = 0;
    IntStream.range(0, 5)
        .forEach(i -> assertEquals(SendResult.QUEUED, send("" + i))); // one is stuck, 4 wait
    ByteBuffer refused = Peer.bytes("5");
    assertEquals(SendResult.OVERFLOW, lanes.send(ADDRESS, refused));
    assertEquals(1, refused.remaining());
    assertEquals(1, lanes.dropped());
    assertEquals(5, lanes.waiting());
    socket.room = 2;
    lanes.resume();
    assertTrue(lanes.isStuck());
    assertEquals(3, lanes.waiting());
    socket.room = 100;
    lanes.resume();
    assertEquals(List.of("0", "1", "2", "3", "4"), socket.sent);
    assertEquals(5, lanes.sent());
  }

  @Test
  void aFailureDoesNotHoldUpTheOthers() {
    socket.room = 0;
    IntStream.range(0, 4).forEach(i -> send("" + i));
    socket.room = 100;
    socket.failFor = "1";
    lanes.resume();
    assertEquals(List.of("0", "2", "3"), socket.sent);
    assertEquals(1, lanes.failed());
    assertEquals(0, lanes.waiting());
  }

  @Test
  void theReadingThreadDoesNotSendForEver() {
    Upstream upstream = new Upstream();
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    socket.room = 0;
    upstream.feeding = true; // each request is met at once
    upstream.subscribe(outgoing);
    socket.room = Integer.MAX_VALUE;
    lanes.resume();
    int first = socket.sent.size();
    assertTrue(first >= 64 && first <= 66, () -> "sent " + first);
    assertFalse(tasks.isEmpty()); // so it will come back when it has read
    tasks.run();
    assertTrue(socket.sent.size() > first);
    upstream.feeding = false;
    while (!tasks.isEmpty()) {
      tasks.run();
    }
    assertEquals(0, lanes.waiting());
    assertEquals(0, lanes.dropped());
    assertEquals(
        IntStream.range(0, socket.sent.size()).mapToObj(Integer::toString).toList(), socket.sent);
  }

  @Test
  void aThreadDoesNotSendForOthersForEver() {
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    AtomicInteger next = new AtomicInteger(1);
    socket.whenAsked = // another thread is always faster
        () -> {
          if (next.get() < 10_000) {
            outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("" + next.getAndIncrement())));
          }
        };
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("0")));
    int first = socket.sent.size();
    assertTrue(first >= 64 && first <= 66, () -> "sent " + first);
    while (!tasks.isEmpty()) { // which the reading thread runs, and reads in between
      int before = socket.sent.size();
      tasks.run();
      assertTrue(socket.sent.size() - before <= 66, () -> "sent " + (socket.sent.size() - before));
    }
    assertEquals(IntStream.range(0, 10_000).mapToObj(Integer::toString).toList(), socket.sent);
    assertEquals(0, lanes.waiting());
  }

  @Test
  void aThreadSendsTheRestWhenThereIsNoReadingThread() {
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    AtomicInteger next = new AtomicInteger(1);
    socket.whenAsked =
        () -> {
          if (next.get() < 1_000) {
            outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("" + next.getAndIncrement())));
          }
        };
    tasks.end();
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("0")));
    assertEquals(1_000, socket.sent.size());
    assertEquals(0, lanes.waiting());
  }

  @Test
  void aFullSocketIsNoDemand() {
    Upstream upstream = new Upstream();
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    socket.room = 0;
    upstream.feeding = true;
    upstream.subscribe(outgoing);
    assertEquals(4, upstream.requested);
    assertEquals(4, lanes.waiting());
    socket.room = 3;
    lanes.resume();
    assertEquals(List.of("0", "1", "2"), socket.sent);
    assertTrue(lanes.waiting() <= 4);
    assertEquals(0, lanes.dropped());
  }

  @Test
  void dropsAndCountsWhatWaitsWhenItIsClosed() {
    Upstream upstream = new Upstream();
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    socket.room = 0;
    upstream.feeding = true;
    upstream.subscribe(outgoing);
    IntStream.range(0, 3).forEach(i -> send("" + i));
    assertEquals(7, lanes.waiting());
    socket.closed = true;
    lanes.close();
    assertEquals(0, lanes.waiting());
    assertEquals(7, lanes.dropped());
    assertTrue(upstream.cancelled);
    assertEquals(SendResult.CLOSED, send("late"));
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("late")));
    assertEquals(9, lanes.dropped());
    assertEquals(List.of(), socket.sent);
    assertEquals(0, lanes.waiting());
  }

  @Test
  void closesALaneThatIsStuckAfterwards() {
    socket.room = 0;
    AtomicInteger attempts = new AtomicInteger();
    socket.whenAsked =
        () -> {
          if (attempts.incrementAndGet()
              == 2) { // by the lane, before it enters itself into the list
            lanes.close();
          }
        };
    assertEquals(SendResult.QUEUED, send("x"));
    assertEquals(0, lanes.waiting());
    assertEquals(1, lanes.dropped());
  }

  @Test
  void sendsTheRestBeforeAnOutgoingSubscriberIsForgotten() {
    OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, 4);
    socket.room = 0;
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("0")));
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("1")));
    outgoing.onComplete();
    assertEquals(2, lanes.waiting());
    socket.room = 100;
    lanes.resume();
    assertEquals(List.of("0", "1"), socket.sent);
    outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("too late")));
    assertEquals(1, lanes.dropped());
    assertEquals(List.of("0", "1"), socket.sent);
  }

  @Test
  void anErrorOfTheSinkIsNoDatagramThatWaitsForEver() {
    SendLane lane = new SendLane(lanes, 4, null);
    // The one way to make the sink throw.
    assertThrows(NullPointerException.class, () -> lane.emit(null));
    assertEquals(0, lane.unfinished());
    assertEquals(1, lanes.dropped());
  }

  @Test
  void aDatagramThatCannotWaitForLackOfMemoryIsDroppedAndTheOthersAreNot() {
    socket.room = 0;
    isHeapFull = true;
    assertEquals(SendResult.QUEUED, send("0"));
    assertEquals(1, lanes.dropped());
    assertEquals(0, lanes.waiting());
    isHeapFull = false;
    assertEquals(SendResult.QUEUED, send("1"));
    socket.room = 2;
    lanes.resume();
    assertEquals(SendResult.SENT, send("2"));
    assertEquals(List.of("1", "2"), socket.sent);
  }

  /** Emits numbers as they are requested, within the request. */
  private static final class Upstream implements Subscription {
    long requested;
    boolean feeding;
    boolean cancelled;
    private OutgoingSubscriber target;
    private int next;
    private long unmet;
    private boolean inside;

    void subscribe(OutgoingSubscriber outgoing) {
      target = outgoing;
      outgoing.onSubscribe(this);
    }

    @Override
    public void request(long n) {
      requested += n;
      unmet += n;
      if (feeding && !inside) {
        inside = true;
        while (unmet > 0 && feeding) {
          unmet--;
          target.onNext(new Outgoing(ADDRESS, Peer.bytes(Integer.toString(next++))));
        }
        inside = false;
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
