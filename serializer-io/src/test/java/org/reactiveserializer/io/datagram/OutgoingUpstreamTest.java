package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscription;

/** How a subscriber that sends treats its upstream. */
class OutgoingUpstreamTest {
  private static final InetSocketAddress ADDRESS = Peer.loopback(9);
  private static final int WINDOW = 4;

  private final ReaderTasks tasks = new ReaderTasks(() -> {});
  private volatile boolean full;
  private final SendLanes lanes =
      new SendLanes(
          new SocketIo() {
            @Override
            public SocketAddress receive(ByteBuffer target) {
              return null;
            }

            @Override
            public int send(ByteBuffer payload, SocketAddress address) {
              return full ? 0 : payload.remaining();
            }
          },
          new DatagramSettings.Sending(WINDOW, (address, error) -> {}),
          tasks);
  private final OutgoingSubscriber outgoing = new OutgoingSubscriber(lanes, WINDOW);

  private void emit(int n) {
    for (int i = 0; i < n; i++) {
      outgoing.onNext(new Outgoing(ADDRESS, Peer.bytes("x")));
    }
  }

  private static void inAnotherThread(Runnable action) {
    Thread thread = new Thread(action);
    thread.start();
    try {
      thread.join(Await.LONG.toMillis());
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    assertTrue(!thread.isAlive());
  }

  /** Notices calls that overlap; does something within the first request. */
  private static final class Upstream implements Subscription {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    Runnable meanwhile = () -> {};
    private Thread inside;

    @Override
    public void request(long n) {
      enter("request " + n);
      Runnable first = meanwhile;
      meanwhile = () -> {};
      first.run();
      calls.add("end of request");
      leave();
    }

    @Override
    public void cancel() {
      enter("cancel");
      leave();
    }

    private synchronized void enter(String call) {
      calls.add(inside == null ? call : call + " during another call");
      inside = Thread.currentThread();
    }

    private synchronized void leave() {
      inside = null;
    }
  }

  @Test
  void doesNotRequestWhileAnotherThreadDoes() {
    Upstream upstream = new Upstream();
    upstream.meanwhile = () -> inAnotherThread(() -> emit(WINDOW));
    outgoing.onSubscribe(upstream);
    assertEquals(
        List.of("request 4", "end of request", "request 4", "end of request"), upstream.calls);
  }

  @Test
  void doesNotCancelWhileAnotherThreadRequests() {
    Upstream upstream = new Upstream();
    upstream.meanwhile = () -> inAnotherThread(lanes::close);
    outgoing.onSubscribe(upstream);
    assertEquals(List.of("request 4", "end of request", "cancel"), upstream.calls);
  }

  @Test
  void requestsAgainThoughOtherThreadsTookTheRoom() {
    Upstream upstream = new Upstream();
    full = true;
    emit(WINDOW + 1); // one is stuck, and the others wait
    outgoing.onSubscribe(upstream);
    emit(WINDOW); // of the upstream, as requested
    assertEquals(WINDOW, lanes.dropped());
    full = false;
    lanes.resume();
    while (!tasks.isEmpty()) {
      tasks.run();
    }
    assertEquals(0, lanes.waiting());
    assertEquals(
        List.of(
            "request 4",
            "end of request",
            "request 2",
            "end of request",
            "request 2",
            "end of request"),
        upstream.calls);
  }
}
