package org.reactiveserializer;

import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Hooks;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.operator.Rehearsal;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Settings for, and the maker of, things that any number of threads may push into and that push
 * into one subscriber, one signal after the other (§1.3).
 *
 * <pre>{@code
 * Serializer<ByteBuf> serializer = Serializer.<ByteBuf>unbounded()
 *     .errors(ErrorMode.DELAYED)
 *     .onDiscard(ByteBuf::release)
 *     .onDropped(error -> log.warn("too late to be signalled", error));
 * SerializedSubscriber<ByteBuf> safe = serializer.wrap(downstream);
 * }</pre>
 *
 * <p>Immutable: each method that changes a setting returns another serializer, so one can be kept
 * in a constant, used by any number of threads, and make any number of subscribers.
 *
 * @param <T> the type of the items
 */
public final class Serializer<T> {
  static {
    Rehearsal.run();
  }

  private static final Serializer<Object> UNBOUNDED =
      new Serializer<>(ErrorMode.IMMEDIATE, Hooks.none());

  private final ErrorMode errorMode;
  private final Hooks<T> hooks;

  private Serializer(ErrorMode errorMode, Hooks<T> hooks) {
    this.errorMode = errorMode;
    this.hooks = hooks;
  }

  /**
   * Returns the default settings: any number of items may wait for the downstream, errors are
   * {@linkplain ErrorMode#IMMEDIATE immediate}, discarded items go nowhere, and dropped errors are
   * logged as warnings through {@link System#getLogger}, under the name of this package.
   *
   * <p>Unbounded: the threads that push are not slowed down, so what waits is limited by the heap
   * only, unless they heed the demand that {@link SerializedSubscriber#request} passes on.
   *
   * @param <T> the type of the items
   * @return the settings
   */
  @SuppressWarnings("unchecked") // it never gets an item, and what it makes is of the caller's type
  public static <T> Serializer<T> unbounded() {
    return (Serializer<T>) UNBOUNDED;
  }

  /**
   * Sets what an error does to the items that were accepted before it.
   *
   * @param mode the mode
   * @return these settings with the mode changed
   */
  public Serializer<T> errors(ErrorMode mode) {
    return new Serializer<>(Objects.requireNonNull(mode, "mode is null"), hooks);
  }

  /**
   * Sets a hook that gets every item that was accepted and is not delivered: what waits when the
   * stream is cancelled, ends by an error that is {@linkplain ErrorMode#IMMEDIATE immediate} or by
   * a downstream that throws, and what comes after the end. Each such item once; an item that the
   * downstream got, never, even if the downstream threw.
   *
   * <p>Called by whichever thread found the item undeliverable, hence by several threads at the
   * same time. It must not bring the item back to where it came from, which would discard it again.
   * What it throws goes to {@link #onDropped}; the remaining items are discarded all the same.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Serializer<T> onDiscard(Consumer<? super T> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new Serializer<>(errorMode, new Hooks<>(hook, hooks.onDropped()));
  }

  /**
   * Sets a hook that gets every error that can no longer be signalled: one that comes after the
   * terminal or after a cancellation, one that a cancellation or a throwing downstream overtook
   * before it was signalled, and what {@link #onDiscard}'s hook throws.
   *
   * <p>Called by whichever thread found that, hence by several threads at the same time.
   * What it throws goes to the thread's {@linkplain Thread#getUncaughtExceptionHandler
   * uncaught-exception handler}.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Serializer<T> onDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new Serializer<>(errorMode, new Hooks<>(hooks.onDiscard(), hook));
  }

  /**
   * Makes a subscriber that any thread may call, in front of one that it calls serially.
   *
   * <p>The downstream gets its subscription when somebody calls {@link
   * SerializedSubscriber#onSubscribe}; who has no upstream brings a subscription that does nothing.
   * Items from before that are passed on as they come, though §1.9 has none.
   *
   * @param downstream gets the signals; to be used through the result only, and once (§2.12)
   * @return the subscriber for the threads that push
   */
  public SerializedSubscriber<T> wrap(Subscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    // First, so that its padding lies between what every producer reads, in the objects made next,
    // and what the caller made last: often the downstream, which writes with every item.
    EmissionRight right = EmissionRight.create();
    return new SerializedSubscriber<>(
        new SerialEmitter<>(
            right,
            errorMode == ErrorMode.IMMEDIATE ? Termination.immediate() : Termination.delayed(),
            downstream,
            hooks));
  }

  /**
   * Makes a publisher that passes on what {@code upstream} publishes, serially, even if the
   * upstream breaks §1.3 and signals from several threads at once. Each subscriber gets a {@link
   * SerializedSubscriber} of its own.
   *
   * @param upstream the publisher to be subscribed to, once for each subscriber
   * @return the serial publisher
   */
  public Publisher<T> serialize(Publisher<? extends T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return downstream -> upstream.subscribe(wrap(downstream));
  }

  /**
   * Tells whether the thread that nearly always pushes alone is spared its atomic instructions in
   * this process, and how, or why not. For people and logs; the words may change.
   *
   * @return {@code "on: "} and by what, or {@code "off: "} and the reason
   */
  public static String bias() {
    return Barriers.status();
  }
}
