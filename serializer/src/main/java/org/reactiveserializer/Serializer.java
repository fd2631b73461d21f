package org.reactiveserializer;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.Rehearsal;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.WhenFull;
import org.reactiveserializer.internal.right.DrainLimit;
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
    Bridges.open(serializer -> ((Serializer<?>) serializer).settings);
  }

  private static final Serializer<Object> UNBOUNDED = of(SerialSettings.UNBOUNDED, WhenFull.REFUSE);

  private final SerialSettings<T> settings;

  private Serializer(SerialSettings<T> settings) {
    this.settings = settings;
  }

  private static <T> Serializer<T> of(int capacity, WhenFull whenFull) {
    return new Serializer<>(new SerialSettings<>(capacity, whenFull, false, null, Hooks.none()));
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
   * Returns the default settings, with a bound: at no moment do more than {@code capacity} items wait,
   * whatever number of threads push at that moment. An item that is being delivered does not wait.
   *
   * @param capacity how many items may wait, a positive number
   * @param overflow what happens to an item for which there is no room
   * @param <T> the type of the items
   * @return the settings
   * @throws IllegalArgumentException if {@code capacity} is not positive
   */
  public static <T> Serializer<T> bounded(int capacity, Overflow overflow) {
    Objects.requireNonNull(overflow, "overflow is null");
    if (capacity <= 0) {
      throw new IllegalArgumentException("capacity: " + capacity + " is not positive");
    }
    return of(
        capacity,
        switch (overflow) {
          case ERROR -> WhenFull.FAIL;
          case DROP_NEWEST -> WhenFull.REFUSE;
          case DROP_OLDEST -> WhenFull.EVICT;
        });
  }

  /**
   * Sets what an error does to the items that were accepted before it.
   *
   * @param mode the mode
   * @return these settings with the mode changed
   */
  public Serializer<T> errors(ErrorMode mode) {
    Objects.requireNonNull(mode, "mode is null");
    return new Serializer<>(settings.delayingErrors(mode == ErrorMode.DELAYED));
  }

  /**
   * Sets a hook that gets every item that was accepted and is not delivered: what waits when the
   * stream is cancelled, ends by an error that is {@linkplain ErrorMode#IMMEDIATE immediate} or by
   * a downstream that throws; what gives way to a younger one ({@link Overflow#DROP_OLDEST}); and what
   * comes after the end or finds no room, unless its producer learns of that: see {@link EmitResult}. Each
   * such item once; an item that the downstream got, never, even if the downstream threw.
   *
   * <p>Called by the thread that found the item undeliverable, so perhaps by several threads at the
   * same time. It must not bring the item back to where it came from, which would discard it again.
   * What it throws goes to {@link #onDropped}; the remaining items are discarded all the same. But a {@code
   * StackOverflowError} goes on to the calling thread, since the other items would meet it, too: what remains
   * is discarded by that thread further up, or by the next that brings a signal.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Serializer<T> onDiscard(Consumer<? super T> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new Serializer<>(settings.with(new Hooks<>(hook, settings.hooks().onDropped())));
  }

  /**
   * Sets a hook that gets every error that can no longer be signalled: one that comes after the
   * terminal or after a cancellation (unless its producer learns of that: {@link
   * SerializedSink#tryFail}), one that a cancellation or a throwing downstream overtook
   * before it was signalled, what {@link #drainLimit}'s executor throws, and what {@link #onDiscard}'s hook throws.
   *
   * <p>Called by the thread that found that, so perhaps by several threads at the same time.
   * What it throws goes to the thread's {@linkplain Thread#getUncaughtExceptionHandler
   * uncaught-exception handler}, and so does, behind it, the error that the hook was given.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Serializer<T> onDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new Serializer<>(settings.with(new Hooks<>(settings.hooks().onDiscard(), hook)));
  }

  /**
   * Sets how many items a thread delivers for others in one call. Without that a thread that finds nobody
   * emitting goes on for as long as others bring something: it may be kept for long. With it, the thread
   * that has delivered so many has {@code executor} go on with the rest, and returns; there, the same
   * number applies to each task. What goes straight through, in the call that brings it, does not count.
   *
   * <p>If the executor throws, what it throws goes to {@link #onDropped}, and the thread itself goes on for
   * as many again; likewise if the executor runs the task in its caller. An executor that neither runs a
   * task nor throws stops the stream.
   *
   * @param items how many items, a positive number
   * @param executor who goes on
   * @return these settings with the limit changed
   * @throws IllegalArgumentException if {@code items} is not positive
   */
  public Serializer<T> drainLimit(int items, Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    if (items <= 0) {
      throw new IllegalArgumentException("drainLimit: " + items + " is not positive");
    }
    return new Serializer<>(settings.with(new DrainLimit(items, executor)));
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
    return new DirectSubscriber<>(settings, downstream);
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
   * Makes a stream that any number of threads may feed.
   *
   * @return the sink, for the threads that push and for the one subscriber
   */
  public SerializedSink<T> sink() {
    return new DirectSink<>(settings);
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
