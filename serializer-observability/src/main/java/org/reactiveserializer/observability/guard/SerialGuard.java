package org.reactiveserializer.observability.guard;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * An observer between a publisher and its subscribers, for tests and staging: it passes everything
 * on, and reports each breach of the Reactive Streams specification. A serializer repairs concurrent
 * signals; a guard shows who makes them.
 *
 * <pre>{@code
 * SerialGuard guard = SerialGuard.withDefaults().named("orders").onBreach(breach -> log.error("orders", breach));
 * Publisher<Order> watched = guard.of(orders);
 * }</pre>
 *
 * <table>
 *   <caption>What is reported</caption>
 *   <tr><td>§1.1</td><td>upstream</td><td>more items than were requested</td></tr>
 *   <tr><td>§1.3</td><td>upstream</td><td>a signal while another one is under way: by another thread,
 *       whose stack is the cause; or by the same thread, unless the downstream is requesting or
 *       cancelling</td></tr>
 *   <tr><td>§1.7</td><td>upstream</td><td>a signal after the completion or the error</td></tr>
 *   <tr><td>§1.9</td><td>upstream</td><td>a signal before {@code onSubscribe}</td></tr>
 *   <tr><td>§2.12</td><td>upstream</td><td>a second {@code onSubscribe}</td></tr>
 *   <tr><td>§2.13</td><td>upstream</td><td>null as an item, an error or a subscription</td></tr>
 *   <tr><td>§3.9</td><td>downstream</td><td>a request that is not positive</td></tr>
 * </table>
 *
 * <p><b>Threads.</b> Any number of threads may signal, request and cancel; that they do so at the same
 * time is what is looked for. No thread waits for another one, and each signal is passed on at once by
 * the thread that brought it. A guard orders the threads that pass it (each happens-before the next if
 * they do not overlap), so it may hide that nothing else orders them: it reports overlaps, and not a
 * missing happens-before.
 *
 * <p><b>Not reported:</b> signals after a cancellation, which may be under way (§2.8); requests that
 * overlap (§2.7), which many operators make; what either side throws, which reaches the other one as it
 * would without a guard.
 *
 * <p>The settings are immutable; each method returns others. One guard may watch any number of
 * streams. Each subscription has a state of its own: a few fields, and the signals that are under way.
 */
public final class SerialGuard {
  private static final SerialGuard DEFAULTS = new SerialGuard(null, "");

  /** Null: a breach is thrown to who made it. */
  final @Nullable Consumer<? super BreachException> onBreach;

  /** Which stream, for messages; perhaps empty. */
  final String stream;

  private SerialGuard(@Nullable Consumer<? super BreachException> onBreach, String stream) {
    this.onBreach = onBreach;
    this.stream = stream;
  }

  /**
   * Returns a guard that throws each breach, as a {@link BreachException}, to the caller that made it.
   * It throws after the signal was passed on, so the stream gets what it would get without a guard. A
   * caller may swallow the exception: a test that must see each breach sets a {@linkplain #onBreach hook}.
   *
   * @return the guard, without a name
   */
  public static SerialGuard withDefaults() {
    return DEFAULTS;
  }

  /**
   * Sets a hook for each breach, in place of the exception. The thread that found the breach calls it,
   * before it passes the signal on. Several threads may call it at the same time. What it throws goes to
   * the thread's uncaught-exception handler.
   *
   * @param hook gets each breach
   * @return a guard with this hook
   */
  public SerialGuard onBreach(Consumer<? super BreachException> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new SerialGuard(hook, stream);
  }

  /**
   * Names the stream in the messages.
   *
   * @param name the name
   * @return a guard with this name
   */
  public SerialGuard named(String name) {
    Objects.requireNonNull(name, "name is null");
    return new SerialGuard(onBreach, " in " + name);
  }

  /**
   * Returns a publisher with the signals of {@code upstream}, which are watched. The bridges have the
   * same as an operator of their library: {@code RxGuard}, {@code ReactorGuard}, {@code MutinyGuard},
   * {@code FlowGuard}.
   *
   * @param upstream is subscribed to once for each subscriber
   * @param <T> the type of the items
   * @return the publisher to subscribe to
   */
  public <T> Publisher<T> of(Publisher<? extends T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return downstream -> upstream.subscribe(this.<T>wrap(downstream));
  }

  /**
   * Returns a subscriber that passes its signals to {@code downstream}, and watches both sides.
   *
   * @param downstream gets the signals
   * @param <T> the type of the items
   * @return the subscriber for the upstream
   */
  public <T> Subscriber<T> wrap(Subscriber<? super T> downstream) {
    return new Guarded<>(this, Objects.requireNonNull(downstream, "downstream is null (§1.9)"));
  }
}
