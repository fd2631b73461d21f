package org.reactiveserializer.examples.vertx;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes a stream into a response, as server-sent events of one line. It runs on the context of the
 * connection only. It requests one item at a time, and only while the response has room. So what
 * the client does not read stays in the sink, where the bound applies.
 */
public final class EventStream implements Subscriber<String> {
  static final int BOUND = 64;

  private final HttpServerResponse response;
  private @Nullable Subscription subscription;
  private boolean asked;

  private EventStream(HttpServerResponse response) {
    this.response = response;
  }

  /**
   * Returns the sink whose items go to {@code response}. To be called in the handler of the
   * request, with {@code vertx.getOrCreateContext()}. When the client has left, the sink answers
   * {@code CANCELLED}.
   */
  public static SerialSink<String> into(HttpServerResponse response, Context context) {
    SerialSink<String> sink =
        Serializer.withDefaults()
            .bounded(BOUND, Overflow.DROP_NEWEST)
            .deliverOn(task -> context.runOnContext(ignored -> task.run()))
            .sink();
    response.setChunked(true).putHeader("Content-Type", "text/event-stream").writeHead();
    sink.subscribe(new EventStream(response));
    return sink;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    response.drainHandler(ignored -> request());
    response.closeHandler(ignored -> subscription.cancel());
    request();
  }

  @Override
  public void onNext(String item) {
    asked = false;
    response.write("data: " + item + "\n\n");
    request();
  }

  private void request() {
    if (subscription != null && !asked && !response.writeQueueFull()) {
      asked = true;
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable error) {
    response.reset(); // the client must not take it for the end
  }

  @Override
  public void onComplete() {
    response.end();
  }
}
