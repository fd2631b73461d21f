package org.reactiveserializer.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Ends;
import org.reactiveserializer.testing.Stop;

/** The front that hands on everything at once. */
@Timeout(120)
class SerialObserverTest {
  private static final int THREADS = 4;
  private static final int EACH = 500;

  /** Threads that call the observer, each with items of its own, and the end after them. */
  private static void produce(StreamObserver<String> observer) {
    CountDownLatch running = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      int producer = i;
      new Thread(
              () -> {
                for (int item = 0; item < EACH; item++) {
                  observer.onNext(producer + ":" + item);
                }
                running.countDown();
                if (running.getCount() == 0) {
                  observer.onCompleted();
                }
              })
          .start();
    }
  }

  @Test
  void allItemsOfAllThreadsArriveInOrder() throws Exception {
    try (Wire wire =
        Wire.loopback(Calls.listening(responses -> produce(SerialObserver.of(responses))))) {
      Listener client = Listener.of(wire, Integer.MAX_VALUE);
      client.end.join();
      assertEquals(THREADS * EACH, client.received.size());
      for (int i = 0; i < THREADS; i++) {
        String prefix = i + ":";
        assertEquals(
            IntStream.range(0, EACH).mapToObj(item -> prefix + item).toList(),
            client.received.stream().filter(item -> item.startsWith(prefix)).toList());
      }
    }
  }

  @Test
  void theCallOfGrpcIsEnteredByOneThreadAtATime() throws Exception {
    assertEquals(1, mostInside(SerialObserver::of));
  }

  /** The twin: without the front both threads are inside, which gRPC does not allow. */
  @Test
  void twoThreadsInsideAreNoticed() throws Exception {
    assertEquals(2, mostInside(observer -> observer));
  }

  /** How many threads are inside the call of gRPC at once, when a second one comes. */
  private static int mostInside(Function<StreamObserver<String>, StreamObserver<String>> front)
      throws Exception {
    CompletableFuture<StreamObserver<String>> started = new CompletableFuture<>();
    Stop stop = new Stop();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    var handler =
        ServerCalls.asyncServerStreamingCall(
            (String request, StreamObserver<String> responses) ->
                started.complete(front.apply(responses)));
    try (Wire wire =
        Wire.inProcess(
            Calls.serving(
                Calls.LISTEN,
                (call, headers) ->
                    handler.startCall(new StoppedCall(call, stop, inside, most), headers)))) {
      Listener client = Listener.of(wire, Integer.MAX_VALUE);
      StreamObserver<String> observer = started.join();
      Thread first = new Thread(() -> observer.onNext("a"));
      first.start();
      stop.awaitReached();
      Thread second = new Thread(() -> observer.onNext("b"));
      second.start();
      second.join(); // with the front: it has left its item
      stop.goOn();
      first.join();
      observer.onCompleted();
      client.end.join();
      assertEquals(2, client.received.size());
      return most.get();
    }
  }

  /** Stops the first thread that sends. */
  private static final class StoppedCall extends Calls.Forwarding {
    private final Stop stop;
    private final AtomicInteger inside;
    private final AtomicInteger most;

    StoppedCall(
        ServerCall<String, String> call, Stop stop, AtomicInteger inside, AtomicInteger most) {
      super(call);
      this.stop = stop;
      this.inside = inside;
      this.most = most;
    }

    @Override
    public void sendMessage(String message) {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      if (message.equals("a")) {
        stop.here();
      }
      super.sendMessage(message);
      inside.decrementAndGet();
    }
  }

  @Test
  void anErrorFollowsOrOvertakes() {
    assertEquals(List.of("a", "b", "broken"), endedWhileInside(ErrorMode.DELAYED));
    assertEquals(List.of("a", "broken"), endedWhileInside(ErrorMode.IMMEDIATE));
  }

  private static List<String> endedWhileInside(ErrorMode mode) {
    Recorder recorder = new Recorder();
    SerialObserver<String> front =
        SerialObserver.of(Serializer.<String>withDefaults().errors(mode), recorder);
    recorder.inFirst =
        () -> {
          front.onNext("b");
          front.onError(new IOException("broken"));
        };
    front.onNext("a");
    assertInstanceOf(IOException.class, Await.failureOf(front.ended()));
    return recorder.signals;
  }

  @Test
  void nothingFollowsTheEnd() {
    Recorder recorder = new Recorder();
    List<String> discarded = new ArrayList<>();
    SerialObserver<String> front =
        SerialObserver.of(Serializer.<String>withDefaults().onDiscard(discarded::add), recorder);
    front.onNext("a");
    Ends.cannotBeMade(front.ended());
    front.onCompleted();
    front.onNext("b");
    front.onError(new IOException("late"));
    front.onCompleted();
    assertEquals(List.of("a", "completed"), recorder.signals);
    assertEquals(List.of("b"), discarded);
    assertEquals(EmitOutcome.TERMINATED, front.sink().tryEmit("c"));
    front.ended().toCompletableFuture().join();
  }

  /** As the observer of gRPC asks for, it gets what it threw; no caller does. */
  @Test
  void whatTheObserverThrowsEndsTheFront() {
    Recorder recorder = new Recorder();
    List<String> discarded = new ArrayList<>();
    SerialObserver<String> front =
        SerialObserver.of(Serializer.<String>withDefaults().onDiscard(discarded::add), recorder);
    recorder.inFirst =
        () -> {
          front.onNext("b");
          throw Status.ABORTED.withDescription("thrown").asRuntimeException();
        };
    front.onNext("a");
    front.onNext("c");
    assertEquals(List.of("a", "ABORTED: thrown"), recorder.signals);
    assertEquals(List.of("b", "c"), discarded);
    assertEquals(
        Status.Code.ABORTED, Status.fromThrowable(Await.failureOf(front.ended())).getCode());
  }

  /** gRPC throws from onNext if the call is cancelled, and nobody has set a handler for that. */
  @Test
  void aCancelledCallEndsTheFront() throws Exception {
    CompletableFuture<SerialObserver<String>> started = new CompletableFuture<>();
    CompletableFuture<io.grpc.stub.ServerCallStreamObserver<String>> call =
        new CompletableFuture<>();
    try (Wire wire =
        Wire.inProcess(
            Calls.listening(
                responses -> {
                  call.complete(responses);
                  started.complete(SerialObserver.of(responses));
                }))) {
      Listener client = Listener.of(wire, Integer.MAX_VALUE);
      SerialSink<String> sink = started.join().sink();
      assertEquals(EmitOutcome.DELIVERED, sink.tryEmit("a"));
      client.leave();
      Await.until(call.join()::isCancelled);
      sink.tryEmit("b"); // gRPC says what has happened
      assertEquals(EmitOutcome.CANCELLED, sink.tryEmit("c"));
      assertInstanceOf(CancellationException.class, Await.failureOf(started.join().ended()));
      assertThrows(CompletionException.class, client.end::join);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void saysWhatIsNull() {
    assertThrows(NullPointerException.class, () -> SerialObserver.of(null));
    SerialObserver<String> front = SerialObserver.of(new Recorder());
    assertThrows(NullPointerException.class, () -> front.onNext(null));
    assertFalse(front.sink().isTerminated());
    assertTrue(front.toString().startsWith("SerialObserver["));
  }

  private static final class Recorder implements StreamObserver<String> {
    final List<String> signals = new ArrayList<>();
    Runnable inFirst = () -> {};

    @Override
    public void onNext(String item) {
      signals.add(item);
      if (signals.size() == 1) {
        inFirst.run();
      }
    }

    @Override
    public void onError(Throwable error) {
      signals.add(String.valueOf(error.getMessage()));
    }

    @Override
    public void onCompleted() {
      signals.add("completed");
    }
  }

  /** A client's call takes everything when it is over, and says nothing: use SerialObserver.requests. */
  @Test
  void onAClientTheEndOfTheCallIsNotNoticed() throws Exception {
    CompletableFuture<Throwable> over = new CompletableFuture<>();
    try (Wire wire =
        Wire.inProcess(
            Calls.told(
                responses -> {
                  responses.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException());
                  return new Ignoring();
                }))) {
      StreamObserver<String> requests =
          ClientCalls.asyncClientStreamingCall(
              wire.channel().newCall(Calls.TELL, CallOptions.DEFAULT),
              new Ignoring() {
                @Override
                public void onError(Throwable error) {
                  over.complete(error);
                }
              });
      SerialObserver<String> front = SerialObserver.of(requests);
      over.join();
      assertEquals(EmitOutcome.DELIVERED, front.sink().tryEmit("a"));
      assertEquals(EmitOutcome.DELIVERED, front.sink().tryEmit("b"));
      assertFalse(front.ended().toCompletableFuture().isDone());
    }
  }

  private static class Ignoring implements StreamObserver<String> {
    @Override
    public void onNext(String item) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}
  }
}
