package org.reactiveserializer.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;

/** The front that hands items on only while gRPC is ready. */
@Timeout(120)
class ReadyTest {
  private static final int BOUND = 16;
  private static final Serializer<String> SETTINGS =
      Serializer.<String>withDefaults().bounded(BOUND, Overflow.DROP_NEWEST);

  private final CompletableFuture<SerialObserver<String>> started = new CompletableFuture<>();

  private BindableService ready() {
    return Calls.listening(
        responses -> started.complete(SerialObserver.whenReady(SETTINGS, responses)));
  }

  /** In the process, gRPC is ready exactly as long as the client has requested more. */
  @Test
  void noItemIsHandedOnThatTheClientDoesNotRequest() throws IOException {
    try (Wire wire = Wire.inProcess(ready())) {
      Listener client = Listener.of(wire, 2);
      SerialSink<String> sink = started.join().sink();
      for (int i = 0; i < BOUND; i++) {
        assertTrue(sink.tryEmit("item " + i).isAccepted());
      }
      Await.until(() -> client.received.size() == 2);
      assertEquals(2, sink.stats().delivered());
      client.request(3);
      Await.until(() -> client.received.size() == 5);
      assertEquals(5, sink.stats().delivered());
      assertEquals(BOUND - 5, sink.backlog());
      sink.tryComplete();
      client.request(BOUND);
      client.end.join();
      assertEquals(IntStream.range(0, BOUND).mapToObj(i -> "item " + i).toList(), client.received);
      started.join().ended().toCompletableFuture().join();
    }
  }

  /** The twin: without a look, gRPC takes what nobody has requested. */
  @Test
  void aFrontThatDoesNotLookIsNoticed() throws IOException {
    try (Wire wire =
        Wire.inProcess(
            Calls.listening(
                responses -> started.complete(SerialObserver.of(SETTINGS, responses))))) {
      Listener client = Listener.of(wire, 2);
      SerialSink<String> sink = started.join().sink();
      for (int i = 0; i < BOUND; i++) {
        assertTrue(sink.tryEmit("item " + i).isAccepted());
      }
      assertEquals(BOUND, sink.stats().delivered());
      client.leave();
    }
  }

  /** Over a connection: what the client does not read stays in the front, under its bound. */
  @Test
  void allArrivesAtAClientThatReadsLate() throws Exception {
    int threads = 4;
    int each = 100;
    String filler = "x".repeat(4_000);
    CountDownLatch full = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(threads);
    try (Wire wire = Wire.loopback(ready())) {
      Listener client = Listener.of(wire, 1);
      SerialSink<String> sink = started.join().sink();
      for (int i = 0; i < threads; i++) {
        int producer = i;
        new Thread(
                () -> {
                  for (int item = 0; item < each; ) {
                    String message = producer + ":" + item + ":" + filler;
                    if (sink.emit(message, Duration.ofMillis(20)).isAccepted()) {
                      item++;
                    } else {
                      full.countDown();
                    }
                  }
                  running.countDown();
                })
            .start();
      }
      full.await();
      assertTrue(sink.stats().delivered() < threads * each);
      client.request(Integer.MAX_VALUE);
      running.await();
      sink.tryComplete();
      client.end.join();
      assertEquals(threads * each, client.received.size());
      assertTrue(sink.stats().highWater() <= BOUND);
      for (int i = 0; i < threads; i++) {
        String prefix = i + ":";
        assertEquals(
            IntStream.range(0, each).mapToObj(item -> prefix + item + ":" + filler).toList(),
            client.received.stream().filter(item -> item.startsWith(prefix)).toList());
      }
    }
  }

  @Test
  void whatWaitsIsDiscardedWhenTheClientLeaves() throws Exception {
    List<String> discarded = Collections.synchronizedList(new ArrayList<>());
    try (Wire wire =
        Wire.inProcess(
            Calls.listening(
                responses ->
                    started.complete(
                        SerialObserver.whenReady(
                            SETTINGS.onDiscard(discarded::add), responses))))) {
      Listener client = Listener.of(wire, 1);
      SerialSink<String> sink = started.join().sink();
      CountDownLatch cancelled = new CountDownLatch(1);
      sink.onCancel(cancelled::countDown);
      for (String item : List.of("a", "b", "c")) {
        assertTrue(sink.tryEmit(item).isAccepted());
      }
      Await.until(() -> client.received.size() == 1);
      client.leave();
      cancelled.await();
      Await.until(() -> discarded.size() == 2);
      assertEquals(List.of("b", "c"), discarded);
      assertEquals(EmitOutcome.CANCELLED, sink.tryEmit("d"));
      assertInstanceOf(CancellationException.class, Await.failureOf(started.join().ended()));
    }
  }

  @Test
  void itIsTooLateWhenTheMethodHasReturned() throws Exception {
    CompletableFuture<ServerCallStreamObserver<String>> call = new CompletableFuture<>();
    CountDownLatch returned = new CountDownLatch(1);
    try (Wire wire =
        Wire.inProcess(
            Calls.listening(
                responses -> {
                  responses.setOnReadyHandler(returned::countDown); // called only after it
                  call.complete(responses);
                }))) {
      Listener client = Listener.of(wire, 1);
      ServerCallStreamObserver<String> responses = call.join();
      responses.onNext("a");
      Await.until(() -> client.received.size() == 1);
      client.request(1);
      returned.await();
      IllegalStateException late =
          assertThrows(
              IllegalStateException.class, () -> SerialObserver.whenReady(SETTINGS, responses));
      assertTrue(String.valueOf(late.getMessage()).contains("until the method of the service"));
      SerialObserver.of(responses).onCompleted(); // this one is never too late
      client.end.join();
    }
  }

  /** A client that sends: nothing before the call has started, and only what the server requests. */
  @Test
  void aClientSendsWhatTheServerRequests() throws Exception {
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<StreamObserver<String>> answer = new CompletableFuture<>();
    try (Wire wire = Wire.inProcess(Calls.told(responses -> told(responses, got, answer)))) {
      CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
      List<String> discarded = Collections.synchronizedList(new ArrayList<>());
      ClientCalls.asyncClientStreamingCall(
          wire.channel().newCall(Calls.TELL, CallOptions.DEFAULT),
          SerialObserver.requests(
              SETTINGS.onDiscard(discarded::add),
              new EndOf(end),
              front -> {
                assertEquals(EmitOutcome.QUEUED, front.sink().tryEmit("a"));
                started.complete(front);
              }));
      SerialObserver<String> front = started.join();
      front.onNext("b");
      front.onNext("c");
      ((ServerCallStreamObserver<String>) answer.join()).request(2);
      Await.until(() -> got.size() == 2);
      assertEquals(List.of("a", "b"), got);
      assertEquals(1, front.sink().backlog());
      answer.join().onNext("enough");
      answer.join().onCompleted();
      end.join();
      Await.until(() -> discarded.size() == 1);
      assertEquals(EmitOutcome.CANCELLED, front.sink().tryEmit("d"));
    }
  }

  private static StreamObserver<String> told(
      StreamObserver<String> responses,
      List<String> got,
      CompletableFuture<StreamObserver<String>> answer) {
    ((ServerCallStreamObserver<String>) responses).disableAutoRequest();
    answer.complete(responses);
    return new StreamObserver<>() {
      @Override
      public void onNext(String request) {
        got.add(request);
      }

      @Override
      public void onError(Throwable error) {}

      @Override
      public void onCompleted() {}
    };
  }

  private record EndOf(CompletableFuture<@Nullable Void> end) implements StreamObserver<String> {
    @Override
    public void onNext(String response) {}

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(new CompletionException(error));
    }

    @Override
    public void onCompleted() {
      end.complete(null);
    }
  }
}
