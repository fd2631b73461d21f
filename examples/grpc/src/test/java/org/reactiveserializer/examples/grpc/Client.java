package org.reactiveserializer.examples.grpc;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A client that takes one item, and more, one at a time, when it is told to. */
final class Client implements ClientResponseObserver<String, String> {
  final List<String> received = new ArrayList<>();
  final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  final CountDownLatch first = new CountDownLatch(1);
  private final CompletableFuture<ClientCallStreamObserver<String>> call =
      new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> reads = new CompletableFuture<>();

  void read() {
    reads.complete(null);
  }

  void leave() {
    call.join().cancel("enough", null);
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<String> stream) {
    stream.disableAutoRequestWithInitial(1);
    call.complete(stream);
  }

  @Override
  public void onNext(String item) {
    received.add(item.strip());
    first.countDown();
    reads.thenRun(() -> call.join().request(1));
  }

  @Override
  public void onError(Throwable error) {
    end.completeExceptionally(error);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }
}
