package org.reactiveserializer.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Stop;

/** When a front has ended, and what its stage says of that. */
@Timeout(120)
class ObserverEndTest {
  private static final Serializer<String> SETTINGS = Serializer.withDefaults();

  private final CompletableFuture<StreamObserver<String>> answer = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> responded = new CompletableFuture<>();

  @SuppressWarnings("NullAway.Init") // before each test
  private Wire wire;

  private Runnable inSend = () -> {};
  private Runnable afterHalfClose = () -> {};

  @BeforeEach
  void serve() throws IOException {
    wire =
        Wire.inProcess(
            Calls.told(
                served -> {
                  answer.complete(served);
                  return new Ends(() -> respond(served), thrown -> {});
                }));
  }

  @AfterEach
  void close() {
    wire.close();
  }

  private static void respond(StreamObserver<String> served) {
    served.onNext("enough");
    served.onCompleted();
  }

  /** A client that tells. */
  private SerialObserver<String> teller() {
    CompletableFuture<SerialObserver<String>> started = new CompletableFuture<>();
    ClientCalls.asyncClientStreamingCall(
        new Watched(wire.channel().newCall(Calls.TELL, CallOptions.DEFAULT)),
        SerialObserver.requests(
            SETTINGS,
            new Ends(() -> responded.complete(null), responded::completeExceptionally),
            started::complete));
    SerialObserver<String> front = started.join();
    Await.until(() -> front.sink().requested() == 1); // so no thread of gRPC hands an item on
    return front;
  }

  @Test
  void aServerThatFailsIsTheReason() {
    SerialObserver<String> front = teller();
    answer.join().onError(Status.ABORTED.withDescription("enough").asRuntimeException());
    Throwable failure = Await.failureOf(front.ended());
    assertEquals(
        "ABORTED: enough", assertInstanceOf(StatusRuntimeException.class, failure).getMessage());
  }

  @Test
  void aServerThatCompletesIsTheReason() {
    SerialObserver<String> front = teller();
    respond(answer.join());
    Throwable failure = Await.failureOf(front.ended());
    assertInstanceOf(CancellationException.class, failure);
    assertEquals("the call is over: the server has completed it", failure.getMessage());
  }

  /** The peer may answer before the call of gRPC returns. */
  @Test
  void anAnswerToTheCompletionIsNoFailure() {
    afterHalfClose = responded::join;
    SerialObserver<String> front = teller();
    front.onCompleted();
    front.ended().toCompletableFuture().join();
  }

  @Test
  void aCancelledCallThatIsCompletedFails() {
    ManualCall call = new ManualCall();
    SerialObserver<String> front = SerialObserver.of(SETTINGS, call);
    call.cancel();
    front.onCompleted();
    assertInstanceOf(CancellationException.class, Await.failureOf(front.ended()));
  }

  @Test
  void aFrontThatFailsTellsTheCall() {
    ManualCall call = new ManualCall();
    CallWriter<String> writer = new CallWriter<>(SETTINGS.sink(), call, null, null);
    writer.done();
    assertEquals(List.of("UNKNOWN"), call.got);
    assertInstanceOf(CancellationException.class, Await.failureOf(writer.ended));
  }

  /** What is freed at the end is not being marshalled any more. */
  @Test
  void theEndComesAfterTheSignalThatIsUnderWay() throws Exception {
    Stop stop = new Stop();
    inSend = stop::here;
    SerialObserver<String> front = teller();
    Thread sender = new Thread(() -> front.onNext("a"));
    sender.start();
    stop.awaitReached();
    answer.join().onError(Status.ABORTED.asRuntimeException());
    assertThrows(CompletionException.class, responded::join);
    assertFalse(front.ended().toCompletableFuture().isDone());
    stop.goOn();
    sender.join();
    assertInstanceOf(StatusRuntimeException.class, Await.failureOf(front.ended()));
  }

  @Test
  void onAServerAsWell() throws Exception {
    Stop stop = new Stop();
    ManualCall call = new ManualCall();
    call.isReady = true;
    call.inNext = stop;
    SerialObserver<String> front = SerialObserver.whenReady(SETTINGS, call);
    Thread sender = new Thread(() -> front.onNext("a"));
    sender.start();
    stop.awaitReached();
    call.cancel();
    assertFalse(front.ended().toCompletableFuture().isDone());
    stop.goOn();
    sender.join();
    assertInstanceOf(CancellationException.class, Await.failureOf(front.ended()));
    assertEquals(List.of("a"), call.got); // a call that is over gets no signal
  }

  @Test
  void aCallThatWasOverBeforeEndsTheFront() {
    ManualCall call = new ManualCall();
    call.cancel(); // as gRPC calls the handler: before there is a subscription
    SerialObserver<String> front = SerialObserver.whenReady(SETTINGS, call);
    assertInstanceOf(CancellationException.class, Await.failureOf(front.ended()));
  }

  private final class Watched extends SimpleForwardingClientCall<String, String> {
    Watched(ClientCall<String, String> call) {
      super(call);
    }

    @Override
    public void sendMessage(String message) {
      inSend.run();
      super.sendMessage(message);
    }

    @Override
    public void halfClose() {
      super.halfClose();
      afterHalfClose.run();
    }
  }

  record Ends(Runnable completed, Consumer<Throwable> failed) implements StreamObserver<String> {
    @Override
    public void onNext(String item) {}

    @Override
    public void onError(Throwable error) {
      failed.accept(error);
    }

    @Override
    public void onCompleted() {
      completed.run();
    }
  }
}
