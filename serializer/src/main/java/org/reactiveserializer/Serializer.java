package org.reactiveserializer;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.engine.DrainLimit;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Threads;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Immutable settings, and the factory of the subscribers, publishers and sinks that are made with
 * them. Any number of threads may feed these. Each subscriber gets one signal at a time, as
 * Reactive Streams requires (<a
 * href="https://github.com/reactive-streams/reactive-streams-jvm/blob/v1.0.4/README.md#specification">§1.3</a>).
 *
 * <ul>
 *   <li>{@link #wrap} a subscriber, if several threads call it;
 *   <li>{@link #serialize} a publisher, if it signals from several threads at once;
 *   <li>create a {@link #sink}, to start a stream from callbacks.
 * </ul>
 *
 * <pre>{@code
 * Serializer<ByteBuf> serializer = Serializer.<ByteBuf>withDefaults().bounded(1024, Overflow.DROP_OLDEST)
 *     .onDiscard(ByteBuf::release)
 *     .onErrorDropped(error -> log.warn("too late to be signalled", error));
 * SerialSink<ByteBuf> sink = serializer.sink();
 * }</pre>
 *
 * <p>Each method that changes a setting returns another serializer, for items of the same type or of
 * a subtype: the hooks accept these as well. Any number of threads may use one, any number of times.
 *
 * <p>This has nothing to do with turning objects into bytes: this library makes signals serial.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
public final class Serializer<T> {
  static {
    Bridges.open(new Access());
  }

  private static final int ITEMS_OF_A_TASK = 256;

  private static final Serializer<Object> DEFAULTS =
      new Serializer<>(SerialSettings.of(Hooks.none()));

  private final SerialSettings<T> settings;

  private Serializer(SerialSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns the default settings: any number of items may wait, unless the producers respect the demand
   * ({@link SerialSink#requested}); discarded items are not reported, and dropped errors are logged as
   * warnings through {@link System#getLogger}, under the name of this package. The bridges use the
   * hooks of their library instead.
   *
   * @param <T> the type of the items
   * @return the settings
   */
  @SuppressWarnings("unchecked") // it never gets an item, and what it makes is of the caller's type
  public static <T> Serializer<T> withDefaults() {
    return (Serializer<T>) DEFAULTS;
  }

  /**
   * Sets a bound: at no moment do more than {@code capacity} items wait, however many threads emit. An
   * item that is being delivered does not wait. A producer that stands still just before it hands its
   * item over holds a place, so others may find the queue full one item early.
   *
   * <p>In a {@link #sink}, items also wait for demand. With {@link #wrap} and {@link #serialize}, they
   * wait only while another thread is delivering, or for a task ({@link #deliverOn}, {@link
   * #drainLimit}): there the bound protects the heap from a slow subscriber, but is no backpressure.
   *
   * @param capacity how many items may wait, a positive number
   * @param overflow what happens to an item that finds the queue full
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the bound changed
   * @throws IllegalArgumentException if {@code capacity} is not positive
   */
  public <R extends T> Serializer<R> bounded(int capacity, Overflow overflow) {
    Objects.requireNonNull(overflow, "overflow is null");
    return bounded(new SerialSettings.Bound<>(capacity, overflow, 0, null));
  }

  /**
   * Sets two bounds: at no moment do more than {@code capacity} items wait, nor items that weigh more than
   * {@code maxWeight} together. Otherwise as {@link #bounded(int, Overflow)}.
   *
   * <p>An item that weighs more than {@code maxWeight} by itself may be delivered at once, but never
   * waits: it is refused ({@link EmitOutcome#OVERFLOW}) also by those methods that wait for room, and
   * with {@link Overflow#DROP_OLDEST}; {@link Overflow#ERROR} ends the stream. Do not try it again.
   * With {@code DROP_OLDEST}, as many items are discarded as the new one needs.
   *
   * <p>While an item waits for room ({@link SerialSink#emit}), room that is made is kept for it, so that
   * light items do not keep a heavy one waiting; {@link SerialSink#onRoom} tells when none waits.
   *
   * @param capacity how many items may wait, a positive number
   * @param maxWeight how much they may weigh together, a positive number
   * @param weigher returns the weight of an item, zero or more. The thread that emits calls it for an
   *     item that it cannot deliver at once, perhaps several times. If it throws, or the number is
   *     negative, that goes to {@link #onErrorDropped}, each time, and the item counts as too heavy
   * @param overflow what happens to an item for which there is no room
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the bounds changed
   * @throws IllegalArgumentException if a bound is not positive
   */
  public <R extends T> Serializer<R> bounded(
      int capacity, long maxWeight, ToLongFunction<? super R> weigher, Overflow overflow) {
    Objects.requireNonNull(weigher, "weigher is null");
    Objects.requireNonNull(overflow, "overflow is null");
    Check.positive(maxWeight, "maxWeight");
    return bounded(new SerialSettings.Bound<>(capacity, overflow, maxWeight, weigher));
  }

  private <R extends T> Serializer<R> bounded(SerialSettings.Bound<R> bound) {
    Check.positive(bound.capacity(), "capacity");
    return new Serializer<>(this.<R>settingsFor().with(bound));
  }

  /**
   * Sets what an error does to the items that were accepted before it. The default depends on what is
   * made: see {@link ErrorMode}.
   *
   * @param mode the mode
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the mode changed
   */
  public <R extends T> Serializer<R> errors(ErrorMode mode) {
    Objects.requireNonNull(mode, "mode is null");
    return new Serializer<>(this.<R>settingsFor().with(mode));
  }

  /**
   * Sets a hook that is called exactly once for every item that will not be delivered and that no
   * caller keeps, for example to release it: when the stream is cancelled, or the downstream throws;
   * when an {@linkplain ErrorMode#IMMEDIATE immediate} error overtakes items that wait; when {@link
   * Overflow#DROP_OLDEST} evicts an item; and when one arrives after the end, or finds no room,
   * through a method that returns nothing, such as {@code onNext}. A method that returns an {@link
   * EmitOutcome} leaves the item with its caller. An item that was passed to the downstream never gets
   * here, even if that threw.
   *
   * <p>The thread that discards the item calls the hook; several threads may do so at the same time. The
   * hook must not emit the item into the same stream again. What it throws goes to {@link
   * #onErrorDropped}, and the remaining items are discarded all the same.
   *
   * @param hook the hook, in place of the one set before
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the hook changed
   */
  public <R extends T> Serializer<R> onDiscard(Consumer<? super R> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return with(settings.hooks().<R>discarding(hook));
  }

  /**
   * Sets a hook for every error that cannot be signalled any more: one that arrives after the end,
   * unless the caller learns of that from {@link SerialSink#tryFail}; one that waits when the stream is
   * cancelled or the downstream throws; and what an executor, a hook, a callback, or an upstream that is
   * cancelled throws.
   *
   * <p>Threads are as with {@link #onDiscard}. What the hook throws goes to the thread's {@linkplain
   * Thread#getUncaughtExceptionHandler uncaught-exception handler}, followed by the error that the hook
   * was given.
   *
   * @param hook the hook, in place of the one set before
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the hook changed
   */
  public <R extends T> Serializer<R> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return with(this.<R>settingsFor().hooks().dropping(hook));
  }

  /**
   * Sets a name for the streams that are made with these settings. It appears in {@code toString}, in
   * messages, and in the log of dropped errors. A stream with a name can have meters.
   *
   * @param name the name
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the name changed
   */
  public <R extends T> Serializer<R> named(String name) {
    Objects.requireNonNull(name, "name is null");
    return with(this.<R>settingsFor().hooks().named(name));
  }

  /**
   * Limits how many items of other threads one call delivers; without a limit, it continues for as long as
   * others emit. If more wait then, a task of {@code executor} delivers them, with the same limit. Items
   * of its own that a thread delivers at once do not count.
   *
   * <p>If the executor throws, which goes to {@link #onErrorDropped}, or runs the task in the calling
   * thread, that delivers up to {@code items} more before it tries again. An executor that drops a task,
   * as {@code shutdownNow} does, stops the stream for good, and what waits is not even discarded when the
   * stream is cancelled.
   *
   * @param items how many items, a positive number
   * @param executor continues the delivery
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the limit changed
   * @throws IllegalArgumentException if {@code items} is not positive
   */
  public <R extends T> Serializer<R> drainLimit(int items, Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return with(new DrainLimit(Check.positive(items, "items"), executor, false));
  }

  /**
   * As {@link #drainLimit(int, Executor)}, on threads of this library: see {@link #deliverOn()}. So a call
   * that emits returns after a number of items, which an event loop needs.
   *
   * @param items how many items, a positive number
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the limit changed
   * @throws IllegalArgumentException if {@code items} is not positive
   */
  public <R extends T> Serializer<R> drainLimit(int items) {
    return drainLimit(items, Threads.executor());
  }

  /**
   * Lets only tasks of {@code executor} call the downstream, one at a time. So a thread that emits,
   * requests or cancels never runs the downstream's code. (The thread that subscribes may signal {@code
   * onSubscribe}. The thread that cancels, or that ends a sink without a subscriber, discards what waits,
   * unless a task is to deliver it; a subscriber that arrives then may get its end from it.) A task
   * delivers up to 256 items; if more wait then, it submits the next one.
   *
   * <p>An item that is accepted waits until a task delivers it: its result is {@link
   * EmitOutcome#QUEUED}, and a {@linkplain #bounded bound} applies to it. There is no task while no
   * item can be delivered, for example for lack of demand.
   *
   * <p>What an executor must do is said at {@link #drainLimit}. The two settings replace each other.
   *
   * @param executor runs each task, or throws
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the delivery changed
   */
  public <R extends T> Serializer<R> deliverOn(Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return with(new DrainLimit(ITEMS_OF_A_TASK, executor, true));
  }

  /**
   * Sets the executor that completes the stages of {@link SerialSink#emitAsync} that have waited, and
   * runs the callbacks of {@link SerialSink#onRoom}. The default is the common pool of {@link
   * java.util.concurrent.ForkJoinPool}.
   *
   * @param executor must run each task once; with {@code Runnable::run} the thread that makes room does
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with this executor
   */
  public <R extends T> Serializer<R> answerOn(Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return new Serializer<>(this.<R>settingsFor().answering(executor));
  }

  /**
   * As {@link #deliverOn(Executor)}, on threads of this library: a virtual thread for each task where
   * the JDK has them (21 or later), else threads that end when they are idle; to start one takes
   * a lock. While one of them delivers, the process stays alive after {@code main} has returned, unless {@code
   * System.exit} ends it; a thread of an executor of your own may be a daemon. (So a subscriber that hangs keeps it alive.) A stream that blocks holds up no other, unless it pins the carriers of virtual threads.
   *
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the delivery changed
   */
  public <R extends T> Serializer<R> deliverOn() {
    return deliverOn(Threads.executor());
  }

  /**
   * Lets each item that waits take thread-locals of its producer along: while another thread delivers
   * it, that thread has the producer's values in place of its own. They are those that are registered
   * with {@code io.micrometer.context.ContextRegistry.getInstance()}, as those of logging and tracing
   * usually are. Needs {@code io.micrometer:context-propagation}, 1.0.3 or later.
   *
   * <p>An item that its own thread delivers at once costs nothing; one that waits costs objects, and the
   * time to read and to set those thread-locals. Hooks, {@code onSubscribe} and terminals are called
   * without them. What an accessor of a thread-local throws goes to {@link #onErrorDropped}; that
   * thread-local is missing then, and the item is delivered all the same.
   *
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with that
   * @throws IllegalStateException if context-propagation is missing, or too old
   */
  public <R extends T> Serializer<R> carryThreadLocals() {
    return new Serializer<>(this.<R>settingsFor().with(threadLocals()));
  }

  static ThreadLocals threadLocals() {
    try {
      return new ThreadLocals();
    } catch (LinkageError missing) {
      throw new IllegalStateException(
          "carryThreadLocals() needs the library io.micrometer:context-propagation, 1.0.3 or later:"
              + " add it",
          missing);
    }
  }

  /**
   * Makes a subscriber that any thread may call, and that passes all signals to {@code downstream},
   * one at a time. If there is an upstream, subscribe the result to it; if there is none, you can emit
   * at once. In both cases the downstream gets its subscription before any other signal (§1.9). Items come
   * whatever it has requested: it is the upstream that respects the demand (§1.1); in a {@link #sink} they wait.
   *
   * @param downstream gets the signals. Do not call it directly any more, and wrap it only once
   *     (§2.12)
   * @param <R> the type of the items
   * @return the subscriber for the producers
   */
  public <R extends T> SerialSubscriber<R> wrap(Subscriber<? super R> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new SerialOperator<>(settingsFor(), downstream);
  }

  /**
   * Makes a publisher that passes the signals of {@code upstream} on, one at a time, even if the
   * upstream breaks §1.3 and signals from several threads at once. Each subscriber gets a {@link
   * SerialSubscriber} of its own.
   *
   * <p>If the upstream is a {@code Flowable}, a {@code Flux} or a {@code Multi}, use the bridge of
   * that library. A {@code Flowable} or a {@code Flux} puts a subscriber of its own in front of
   * this one, which silently drops items that arrive at the same time.
   *
   * @param upstream the publisher; it is subscribed to once for each subscriber
   * @param <R> the type of the items
   * @return the serial publisher
   */
  public <R extends T> Publisher<R> serialize(Publisher<? extends R> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return downstream -> upstream.subscribe(this.<R>wrap(downstream));
  }

  /**
   * Makes a stream that any number of threads may feed.
   *
   * @param <R> the type of the items
   * @return the sink, for the producers and for the one subscriber
   */
  public <R extends T> SerialSink<R> sink() {
    return new SinkOperator<>(settingsFor());
  }

  private <R extends T> Serializer<R> with(Hooks<R> hooks) {
    return new Serializer<>(this.<R>settingsFor().with(hooks));
  }

  private <R extends T> Serializer<R> with(DrainLimit limit) {
    return new Serializer<>(this.<R>settingsFor().with(limit));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the hooks accept any T
  private <R extends T> SerialSettings<R> settingsFor() {
    return (SerialSettings<R>) settings;
  }

  /** A class and not a lambda: the first lambda of a program takes milliseconds. */
  private static final class Access implements Function<Object, Object> {
    @Override
    public Object apply(Object of) {
      return of instanceof Serializer<?> serializer
          ? serializer.settings
          : ((DynamicMerge<?>) of).sources;
    }
  }
}
