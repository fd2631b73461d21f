package org.reactiveserializer.spring;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;
import org.reactiveserializer.internal.settings.Abandoned;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * A front for an {@link SseEmitter}, or another {@link ResponseBodyEmitter}, into which any number of threads send. The
 * emitter itself lets all of them wait for a lock while it writes to a slow client, without a bound.
 *
 * <pre>{@code
 * @GetMapping("/prices")
 * SseEmitter prices() {
 *   SseEmitter emitter = new SseEmitter(0L);
 *   SerialEmitter<SseEventBuilder> front = SerialEmitter.of(emitter);
 *   register(price -> front.send(SseEmitter.event().name("price").data(price)));
 *   return emitter;
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. If no thread is sending, the caller sends
 * its item itself, and then what others left meanwhile; otherwise it leaves its item, and goes on. An emitter blocks
 * while it writes: so the thread that sends waits for a slow client, and only that one. {@link Serializer#deliverOn}
 * has other threads for this.
 *
 * <p><b>Order.</b> Items are sent in the order in which they were accepted. {@link #complete} and {@link #completeWithError}
 * follow them. An item must not be changed while it waits, as a builder could be.
 *
 * <p><b>Bounds.</b> {@link #of(SseEmitter)} lets 1,024 items wait; settings also bound their weight. The one that is
 * being sent does not wait. What is sent before the controller has returned is kept by the emitter, and does not count.
 *
 * <p><b>A send that hangs.</b> If one send takes longer than its limit, the front ends, so that no thread goes on for
 * nothing. The emitter cannot be completed meanwhile, since that needs its lock: the server's own timeout ends the
 * write.
 *
 * <p><b>The end.</b> If the emitter times out, fails or is completed, or if a send fails, what waits is discarded, and
 * what comes later is refused. {@link #ended} has the reason. If a send failed with another exception than an {@link
 * IOException}, which means that the connection has failed, the emitter is completed with that error.
 *
 * @param <T> the type of the items
 */
public final class SerialEmitter<T> {
  private static final int ITEMS = 1_024;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Object COMPLETION = "completion";

  private final ResponseBodyEmitter emitter;
  private final SerialCalls<T> calls;

  // What completes the emitter after the items: an error, or COMPLETION. The first call decides.
  private final AtomicReference<@Nullable Object> completion = new AtomicReference<>();

  // Whether nobody needs to complete the emitter. Set before the calls are abandoned for that.
  private volatile boolean isOver;

  private <E extends ResponseBodyEmitter> SerialEmitter(
      E emitter,
      Serializer<? super T> settings,
      HangLimit limit,
      SerialCalls.Call<? super E, ? super T> call) {
    this.emitter = emitter;
    this.calls = SerialCalls.of(settings, limit, emitter, call);
    var unused = calls.ended().whenComplete((nothing, thrown) -> release(thrown));
    emitter.onTimeout(
        () -> over(new TimeoutException("the container has ended the response: its time is over")));
    emitter.onError(this::over);
    emitter.onCompletion(() -> over(new CancellationException("the response is over")));
  }

  /** The container ends the response. */
  private void over(Throwable reason) {
    isOver = true;
    calls.abandon(reason);
  }

  /**
   * {@return a front for which at most 1,024 events wait; more are refused} A send may take ten seconds.
   *
   * @param emitter the emitter. Do not send to it, or complete it, directly any more
   */
  public static SerialEmitter<SseEventBuilder> of(SseEmitter emitter) {
    return of(
        emitter,
        Serializer.<SseEventBuilder>withDefaults().bounded(ITEMS, Overflow.DROP_NEWEST),
        new HangLimit(LIMIT, tooLong -> {}), // the front ends
        SseEmitter::send);
  }

  /**
   * {@return a front with settings}
   *
   * @param emitter the emitter. Do not send to it, or complete it, directly any more
   * @param settings how many items may wait, what happens to those that are not sent, and so on
   * @param limit how long one send may take
   * @param call sends an item, for example {@code ResponseBodyEmitter::send}
   * @param <E> the type of the emitter
   * @param <T> the type of the items
   */
  public static <E extends ResponseBodyEmitter, T> SerialEmitter<T> of(
      E emitter,
      Serializer<? super T> settings,
      HangLimit limit,
      SerialCalls.Call<? super E, ? super T> call) {
    Objects.requireNonNull(emitter, "emitter is null");
    return new SerialEmitter<>(emitter, settings, limit, call);
  }

  /**
   * Sends an item, or leaves it to the thread that is sending.
   *
   * @param item the item
   * @return what happened to it
   */
  public EmitOutcome send(T item) {
    return calls.tryCall(item);
  }

  /**
   * Completes the emitter after all accepted items.
   *
   * @return false if it had ended before
   */
  public boolean complete() {
    return complete(COMPLETION);
  }

  /**
   * Completes the emitter with an error after all accepted items.
   *
   * @param failure the error
   * @return false if it had ended before; then the error is not used
   */
  public boolean completeWithError(Throwable failure) {
    Objects.requireNonNull(failure, "failure is null");
    return complete(failure);
  }

  private boolean complete(Object how) {
    boolean decides = completion.compareAndSet(null, how);
    boolean ends = decides && calls.end();
    if (decides && !ends) { // the calls were ended by calls(); perhaps the emitter has got this
      return !completion.compareAndSet(how, COMPLETION);
    }
    return ends;
  }

  /** {@return the calls of the emitter, always the same} They also can wait for room, with and without a thread. */
  public SerialCalls<T> calls() {
    return calls;
  }

  /** {@return a stage that is completed when nothing is being sent any more} See {@link SerialCalls#ended}. */
  public CompletionStage<Void> ended() {
    return calls.ended();
  }

  @Override
  public String toString() {
    return "SerialEmitter[" + emitter + "]";
  }

  /** No item is being sent, and none will follow. */
  private void release(@Nullable Throwable thrown) {
    Object how = thrown == null ? completion.getAndSet(COMPLETION) : thrown;
    if (isOver) {
      return;
    }
    if (thrown instanceof Abandoned || !(how instanceof Throwable failure)) {
      emitter.complete();
    } else if (!(thrown instanceof IOException)) {
      emitter.completeWithError(failure);
    } // otherwise the container ends it, as Spring says
  }
}
