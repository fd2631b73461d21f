package org.reactiveserializer.grpc;

import io.grpc.CallOptions;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client of LISTEN that takes as many items as it is told to. */
final class Listener implements ClientResponseObserver<String, String> {
  final List<String> received = new CopyOnWriteArrayList<>();
  final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private final int atFirst;
  private final CompletableFuture<ClientCallStreamObserver<String>> call =
      new CompletableFuture<>();

  private Listener(int atFirst) {
    this.atFirst = atFirst;
  }

  static Listener of(Wire wire, int atFirst) {
    Listener listener = new Listener(atFirst);
    ClientCalls.asyncServerStreamingCall(
        wire.channel().newCall(Calls.LISTEN, CallOptions.DEFAULT), "", listener);
    return listener;
  }

  void request(int n) {
    call.join().request(n);
  }

  void leave() {
    call.join().cancel("enough", null);
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<String> stream) {
    stream.disableAutoRequestWithInitial(atFirst);
    call.complete(stream);
  }

  @Override
  public void onNext(String item) {
    received.add(item);
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
