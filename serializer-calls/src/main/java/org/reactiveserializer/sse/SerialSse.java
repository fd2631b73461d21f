package org.reactiveserializer.sse;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;

/**
 * The response of a servlet as a stream of server-sent events, which any number of threads send.
 *
 * <pre>{@code
 * protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
 *   SerialSse events = SerialSse.open(request, response);
 *   register(price -> events.send(SseEvent.of(price)));
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time, and none waits for the client: events are
 * written without blocking, one at a time, and the next one when the server has taken the one before. A thread of the server, or one
 * that sends, writes.
 *
 * <p><b>Order.</b> Events are sent in the order in which they were accepted, and each is flushed. {@link #complete}
 * ends the response after them.
 *
 * <p><b>Bounds.</b> At no moment do more events or more bytes wait than the settings say; the one that is being sent does
 * not wait. If the server does not take one within its limit, since the client does not read, the response ends.
 *
 * <p><b>A client that leaves.</b> A server notices that when it writes. So send a {@linkplain SseEvent#comment
 * comment} from time to time. Then the front ends: what waits is discarded, and what comes later is refused with {@link
 * EmitOutcome#CANCELLED}. {@link #ended} has the reason.
 */
public final class SerialSse {
  private static final int EVENTS = 1_024;
  private static final int BYTES = 1 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final SerialCalls<SseEvent> calls;

  private SerialSse(SerialCalls<SseEvent> calls) {
    this.calls = calls;
  }

  /**
   * Begins the response. At most 1,024 events and a mebibyte wait; more are refused. The server must take an event within
   * ten seconds.
   *
   * @param request must support asynchronous processing
   * @param response gets its headers here
   * @return the front
   * @throws IOException if the headers cannot be sent
   * @throws IllegalStateException if the servlet, or a filter in front of it, does not support asynchronous processing
   */
  public static SerialSse open(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    return open(
        request,
        response,
        LIMIT,
        Serializer.<SseEvent>withDefaults()
            .bounded(EVENTS, BYTES, SseEvent::bytes, Overflow.DROP_NEWEST));
  }

  /**
   * Begins the response. There is no timeout for the whole of it; set one by {@code request.getAsyncContext()}.
   *
   * @param request must support asynchronous processing
   * @param response gets its headers here
   * @param writeTimeLimit how long the server may take for one event, a positive time
   * @param settings how many events may wait, what happens to those that are not sent, and so on
   * @return the front
   * @throws IOException if the headers cannot be sent
   * @throws IllegalArgumentException if {@code writeTimeLimit} is not positive
   * @throws IllegalStateException if the servlet, or a filter in front of it, does not support asynchronous processing
   */
  public static SerialSse open(
      HttpServletRequest request,
      HttpServletResponse response,
      Duration writeTimeLimit,
      Serializer<? super SseEvent> settings)
      throws IOException {
    if (!request.isAsyncSupported()) {
      throw new IllegalStateException(
          "the servlet, or a filter in front of it, does not support asynchronous processing: set"
              + " asyncSupported to true for both");
    }
    EventWriter writer = new EventWriter(response.getOutputStream());
    SerialCalls<SseEvent> calls =
        SerialCalls.ofAsync(
            settings, new HangLimit(writeTimeLimit, writer::fail), writer, EventWriter::write);
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-cache");
    response.flushBuffer(); // the client sees that the stream has begun
    AsyncContext context = request.startAsync(request, response);
    context.setTimeout(0);
    context.addListener(new End(writer, calls));
    writer.onError(calls::abandon);
    response.getOutputStream().setWriteListener(writer);
    // The container gets the response back when it was ready once.
    var unused =
        calls
            .ended()
            .whenComplete(
                (nothing, thrown) ->
                    writer.opened().whenComplete((ready, failed) -> complete(context)));
    return new SerialSse(calls);
  }

  /**
   * Sends an event, or leaves it to the thread that is sending.
   *
   * @param event the event
   * @return what happened to it; {@link EmitOutcome#DELIVERED} says that the server has got it
   */
  public EmitOutcome send(SseEvent event) {
    return calls.tryCall(event);
  }

  /**
   * Ends the response after all accepted events.
   *
   * @return false if it had ended before
   */
  public boolean complete() {
    return calls.end();
  }

  /** {@return the calls of the server, always the same} They also can wait for room, with and without a thread. */
  public SerialCalls<SseEvent> calls() {
    return calls;
  }

  /** {@return a stage that is completed when nothing is being sent any more} See {@link SerialCalls#ended}. */
  public CompletionStage<Void> ended() {
    return calls.ended();
  }

  private static void complete(AsyncContext context) {
    try {
      context.complete();
    } catch (IllegalStateException over) {
      // the container has ended it
    }
  }

  /** The container has ended the response. */
  private record End(EventWriter writer, SerialCalls<?> calls) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      over(new CancellationException("the response is over"));
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      over(new TimeoutException("the container has ended the response: its time is over"));
    }

    @Override
    public void onError(AsyncEvent event) {
      over(event.getThrowable());
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}

    private void over(Throwable reason) {
      writer.fail(reason);
      calls.abandon(reason);
    }
  }
}
