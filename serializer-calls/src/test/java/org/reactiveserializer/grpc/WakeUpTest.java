package org.reactiveserializer.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.stub.CallStreamObserver;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Stop;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The call becomes ready while a thread that has just handed an item on looks whether it is. */
@Timeout(120)
class WakeUpTest {
  private static SerialSink<String> sink() {
    return Serializer.withDefaults().bounded(8, Overflow.ERROR).sink();
  }

  private static SerialSink<String> front(CallStreamObserver<String> call) {
    return SerialObserver.<String>whenReady(
            Serializer.withDefaults().bounded(8, Overflow.ERROR), call)
        .sink();
  }

  private static SerialSink<String> forgetful(CallStreamObserver<String> call) {
    SerialSink<String> sink = sink();
    sink.subscribe(new Forgetful(call));
    return sink;
  }

  @Test
  void readyAfterTheLookIsNotMissed() throws InterruptedException {
    assertEquals(List.of("a", "b"), readyAfterTheLook(WakeUpTest::front));
  }

  @Test
  void aWriterThatForgetsAfterTheLookIsNoticed() throws InterruptedException {
    assertEquals(List.of("a"), readyAfterTheLook(WakeUpTest::forgetful));
  }

  @Test
  void readyBeforeTheLookIsNotMissed() throws InterruptedException {
    ManualCall call = new ManualCall();
    SerialSink<String> sink = front(call);
    call.becomeReady();
    Stop stop = new Stop();
    call.inNext = stop;
    Thread writer = writerOf(sink);
    stop.awaitReached();
    call.isReady = false;
    call.becomeReady(); // the handler finds that an item is under way
    stop.goOn();
    writer.join();
    assertEquals(List.of("a", "b"), call.got);
  }

  @Test
  void nothingIsHandedOnBeforeItIsReady() {
    ManualCall call = new ManualCall();
    SerialSink<String> sink = front(call);
    sink.tryEmit("a");
    sink.tryEmit("b");
    sink.tryEmit("c");
    call.onlyOne = true;
    assertEquals(List.of(), call.got);
    call.becomeReady();
    assertEquals(List.of("a"), call.got);
    call.becomeReady();
    assertEquals(List.of("a", "b"), call.got);
    assertEquals(1, sink.backlog());
    assertEquals(0, sink.requested());
  }

  private static List<String> readyAfterTheLook(
      Function<CallStreamObserver<String>, SerialSink<String>> writerFor)
      throws InterruptedException {
    ManualCall call = new ManualCall();
    SerialSink<String> sink = writerFor.apply(call);
    call.becomeReady();
    call.onlyOne = true;
    Stop stop = new Stop();
    call.afterLook = stop;
    Thread writer = writerOf(sink);
    stop.awaitReached(); // it has seen that the call is not ready, and has not acted on it
    call.becomeReady();
    stop.goOn();
    writer.join();
    return List.copyOf(call.got);
  }

  private static Thread writerOf(SerialSink<String> sink) {
    Thread writer =
        new Thread(
            () -> {
              assertTrue(sink.tryEmit("a").isAccepted());
              assertTrue(sink.tryEmit("b").isAccepted());
            });
    writer.start();
    return writer;
  }

  /** The writer with one defect: it says that no item is under way after the look, not before it. */
  private static final class Forgetful implements Subscriber<String> {
    private final CallStreamObserver<String> call;
    private volatile boolean asked;
    private volatile @Nullable Subscription subscription;

    Forgetful(CallStreamObserver<String> call) {
      this.call = call;
      call.setOnReadyHandler(this::ready);
    }

    private void ready() {
      if (call.isReady() && !asked) {
        asked = true;
        Objects.requireNonNull(subscription).request(1);
      }
    }

    @Override
    public void onSubscribe(Subscription arrived) {
      subscription = arrived;
    }

    @Override
    public void onNext(String item) {
      call.onNext(item);
      if (call.isReady()) {
        Objects.requireNonNull(subscription).request(1);
      } else {
        asked = false;
      }
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
