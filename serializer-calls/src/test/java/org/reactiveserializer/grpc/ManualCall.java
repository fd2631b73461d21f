package org.reactiveserializer.grpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.testing.Stop;

/** A call that is ready, or cancelled, when the test says so, and where a thread can be stopped. */
final class ManualCall extends ServerCallStreamObserver<String> {
  final List<String> got = new CopyOnWriteArrayList<>();
  volatile boolean isReady;
  volatile boolean onlyOne;
  volatile @Nullable Stop afterLook;
  volatile @Nullable Stop inNext;
  private volatile boolean isCancelled;
  private volatile @Nullable Runnable readyHandler;
  private volatile @Nullable Runnable cancelHandler;

  void becomeReady() {
    isReady = true;
    Objects.requireNonNull(readyHandler).run();
  }

  /** By gRPC's thread, which then calls the handler if there is one. */
  void cancel() {
    isCancelled = true;
    Runnable handler = cancelHandler;
    if (handler != null) {
      handler.run();
    }
  }

  @Override
  public boolean isReady() {
    boolean seen = isReady;
    Stop stop = afterLook;
    if (!seen && stop != null) {
      afterLook = null;
      stop.here();
    }
    return seen;
  }

  @Override
  public void onNext(String item) {
    got.add(item);
    if (onlyOne) {
      isReady = false;
    }
    Stop stop = inNext;
    if (stop != null) {
      inNext = null; // once
      stop.here();
    }
  }

  @Override
  public void onError(Throwable error) {
    got.add(Status.fromThrowable(error).getCode().name());
  }

  @Override
  public void onCompleted() {
    got.add("completed");
  }

  @Override
  public boolean isCancelled() {
    return isCancelled;
  }

  @Override
  public void setOnCancelHandler(Runnable onCancel) {
    cancelHandler = onCancel;
    if (isCancelled) {
      onCancel.run();
    }
  }

  @Override
  public void setOnReadyHandler(Runnable onReady) {
    readyHandler = onReady;
  }

  @Override
  public void disableAutoInboundFlowControl() {}

  @Override
  public void request(int count) {}

  @Override
  public void setCompression(String compression) {}

  @Override
  public void setMessageCompression(boolean enable) {}
}
