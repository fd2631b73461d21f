package org.reactiveserializer.examples.grpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Passes a stream on to the client of a call. It requests one item at a time, and only while gRPC
 * is ready for more. So what the client does not read stays in the sink, where the bound applies.
 *
 * @param <T> the type of the items
 */
public final class CallSubscriber<T> implements Subscriber<T> {
  private final ServerCallStreamObserver<T> call;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile @Nullable Subscription subscription;

  private CallSubscriber(ServerCallStreamObserver<T> call) {
    this.call = call;
  }

  /** Sends {@code stream} to the client. To be called in the method of the service. */
  public static <T> void send(Publisher<T> stream, ServerCallStreamObserver<T> call) {
    CallSubscriber<T> subscriber = new CallSubscriber<>(call);
    // Not in onSubscribe: gRPC refuses handlers when the method of the service has returned, and a
    // thread that is emitting may call onSubscribe after that.
    call.setOnReadyHandler(subscriber::request);
    call.setOnCancelHandler(subscriber::cancel);
    stream.subscribe(subscriber);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    if (call.isCancelled()) { // perhaps before there was a subscription
      subscription.cancel();
    }
    request();
  }

  @Override
  public void onNext(T item) {
    call.onNext(item);
    asked.set(false);
    request();
  }

  /** Called by gRPC's thread and by onNext, perhaps at once: only one of them requests. */
  private void request() {
    Subscription stream = subscription;
    if (stream != null && call.isReady() && asked.compareAndSet(false, true)) {
      stream.request(1);
    }
  }

  private void cancel() {
    Subscription stream = subscription;
    if (stream != null) {
      stream.cancel();
    }
  }

  @Override
  public void onError(Throwable error) {
    call.onError(Status.INTERNAL.withCause(error).asRuntimeException());
  }

  @Override
  public void onComplete() {
    call.onCompleted();
  }
}
