package org.reactiveserializer.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.testing.Await;

/** The limit for a call that is not ready. */
@Timeout(120)
class ReadyLimitTest {
  private final BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> discarded = new LinkedBlockingQueue<>();
  private final CompletableFuture<SerialObserver<String>> started = new CompletableFuture<>();
  private final Serializer<String> settings =
      Serializer.<String>withDefaults()
          .bounded(256, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add);

  private HangLimit limit(Duration time) {
    return new HangLimit(time, hangs::add);
  }

  private Wire serve(Duration time) throws IOException {
    return Wire.inProcess(
        Calls.listening(
            responses ->
                started.complete(SerialObserver.whenReady(settings, limit(time), responses))));
  }

  @Test
  void aClientThatTakesNothingEndsTheFront() throws Exception {
    try (Wire wire = serve(Duration.ofMillis(50))) {
      Listener client = Listener.of(wire, 0);
      SerialObserver<String> front = started.join();
      List<String> items = List.of("a", "b", "c");
      items.forEach(item -> assertTrue(front.sink().tryEmit(item).isAccepted()));
      front.onCompleted(); // which follows what waits
      assertSame(Await.next(hangs), Await.failureOf(front.ended()));
      assertEquals(items, List.copyOf(discarded)); // before it has ended
      assertEquals(
          Status.Code.DEADLINE_EXCEEDED,
          Status.fromThrowable(Await.failureOf(client.end)).getCode());
      assertEquals(EmitOutcome.CANCELLED, front.sink().tryEmit("d"));
      assertEquals(0, hangs.size());
    }
  }

  @Test
  void aCloseWithALimitSaysHowManyAreNotHandedOn() throws Exception {
    ManualCall call = new ManualCall();
    SerialObserver<String> front = SerialObserver.whenReady(settings, call);
    List.of("a", "b").forEach(front::onNext);
    assertEquals(2, front.close(Duration.ofMillis(1)).toCompletableFuture().get());
    assertEquals(List.of("a", "b"), List.copyOf(discarded));
    assertEquals(List.of("UNKNOWN"), call.got);
  }

  /** All in all the items wait much longer than the limit, but it takes one after the other. */
  @Test
  void aClientThatIsSlowDoesNot() throws Exception {
    int items = 16;
    try (Wire wire = serve(Duration.ofSeconds(2))) {
      Listener client = Listener.of(wire, 0);
      SerialObserver<String> front = started.join();
      for (int i = 0; i < items; i++) {
        front.onNext("item " + i);
      }
      front.onCompleted();
      for (int i = 0; i < items; i++) {
        aTimePasses();
        client.request(1);
      }
      client.end.join();
      assertEquals(items, client.received.size());
      front.ended().toCompletableFuture().join();
      assertEquals(0, hangs.size());
    }
  }

  /** Until another front, whose call is never ready, has reached its limit. */
  private void aTimePasses() throws InterruptedException {
    BlockingQueue<TimeoutException> passed = new LinkedBlockingQueue<>();
    HangLimit limit = new HangLimit(Duration.ofMillis(200), passed::add);
    SerialObserver.whenReady(settings, limit, new ManualCall()).onNext("other");
    Await.next(passed);
  }

  /** What waits later is found, without another change of the call. */
  @Test
  void nothingIsLateWhileNothingWaits() throws Exception {
    SerialObserver<String> idle =
        SerialObserver.whenReady(settings, limit(Duration.ofMillis(10)), new ManualCall());
    aTimePasses();
    assertFalse(idle.ended().toCompletableFuture().isDone());
    idle.onNext("b");
    assertSame(Await.next(hangs), Await.failureOf(idle.ended()));
  }

  @Test
  void aServerThatTakesNothingEndsTheFront() throws Exception {
    CompletableFuture<Throwable> responded = new CompletableFuture<>();
    try (Wire wire =
        Wire.inProcess(
            Calls.told(
                served -> {
                  ((ServerCallStreamObserver<String>) served).disableAutoRequest();
                  return new ObserverEndTest.Ends(() -> {}, error -> {});
                }))) {
      ClientCalls.asyncClientStreamingCall(
          wire.channel().newCall(Calls.TELL, CallOptions.DEFAULT),
          SerialObserver.requests(
              settings,
              limit(Duration.ofMillis(50)),
              new ObserverEndTest.Ends(() -> {}, responded::complete),
              started::complete));
      started.join().onNext("a");
      assertSame(Await.next(hangs), Await.failureOf(started.join().ended()));
      assertEquals(List.of("a"), List.copyOf(discarded));
      assertEquals(Status.Code.CANCELLED, Status.fromThrowable(responded.join()).getCode());
    }
  }
}
