package org.reactiveserializer.calls;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.calls.internal.KeyedSettings;
import org.reactiveserializer.calls.internal.Mailboxes;
import org.reactiveserializer.internal.settings.Check;

/**
 * Immutable settings, and the factory of the {@linkplain KeyedSink sinks} that are made with them: many threads
 * emit, the items of one key are handled one after the other, those of different keys at the same time.
 *
 * <pre>{@code
 * KeyedSink<String, Order> orders = KeyedSerializer.by(Order::account)
 *     .bounded(100, 100_000)
 *     .onError((account, order, error) -> log.warn("order of " + account, error))
 *     .handle((account, order) -> book(order));
 * orders.tryEmit(order);
 * }</pre>
 *
 * <p>Each method that changes a setting returns other settings. Any number of threads may use one object.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedSerializer<K, T> {
  private final KeyedSettings<K, T> settings;

  private KeyedSerializer(KeyedSettings<K, T> settings) {
    this.settings = settings;
  }

  /**
   * {@return the default settings} 1,024 items of one key may wait, and 1,048,576 in all; the library's own threads handle
   * them; failures are logged; discarded items are not reported.
   *
   * @param keyOf returns the key of an item, not null; the calling thread calls it, once for each emission
   * @param <K> the type of the keys, which need {@code equals} and {@code hashCode}, and must not change
   * @param <T> the type of the items
   */
  public static <K, T> KeyedSerializer<K, T> by(Function<? super T, ? extends K> keyOf) {
    return new KeyedSerializer<>(
        new KeyedSettings<>(Objects.requireNonNull(keyOf, "keyOf is null")));
  }

  private KeyedSerializer<K, T> change(Consumer<KeyedSettings<K, T>> change) {
    return new KeyedSerializer<>(settings.with(change));
  }

  /**
   * {@return these settings with other bounds for what waits} An item that is being handled does not wait; nor does one that
   * waits for room.
   *
   * @param perKey how many items of one key may wait, a positive number
   * @param inAll how many of all keys together, a positive number
   * @throws IllegalArgumentException if a number is not positive
   */
  public KeyedSerializer<K, T> bounded(int perKey, int inAll) {
    Check.positive(perKey, "perKey");
    Check.positive(inAll, "inAll");
    return change(
        copy -> {
          copy.perKey = perKey;
          copy.inAll = inAll;
        });
  }

  /**
   * {@return these settings with another executor, whose tasks call the handler} At most one of these tasks waits in its
   * queue, whatever the number of keys. As many keys are handled at the same time as it has threads for; {@link
   * #concurrency} makes that fewer. By default the library's own threads do it: virtual threads where the JDK has them (21
   * or later), 65,536 at most; else threads of a pool, 512 at most. While one of them handles an item, the process stays alive. A pool with as many threads as processors is the fastest
   * for handlers that do not block.
   *
   * <p>If it throws, or runs a task in the calling thread, that thread handles items itself, 256 or fewer at a time,
   * for as long as it is refused. Meanwhile no further task is started: a handler that blocks there holds up other keys.
   *
   * @param executor runs the tasks; if it neither runs a task nor throws, nothing is handled any more
   */
  public KeyedSerializer<K, T> on(Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return change(copy -> copy.executor = executor);
  }

  /**
   * {@return these settings with another limit for how many keys are handled at the same time} A stage that a handler
   * returned counts until it is complete: so one that never is takes a place for good. Without this, stages do not count.
   *
   * @param keys a positive number
   * @throws IllegalArgumentException if the number is not positive
   */
  public KeyedSerializer<K, T> concurrency(int keys) {
    Check.positive(keys, "keys");
    return change(copy -> copy.concurrency = keys);
  }

  /**
   * {@return these settings with another executor for answers} It completes the stages of {@link KeyedSink#emitAsync}, {@link
   * KeyedSink#close} and {@link KeyedSink#abandon} that have waited. By default that is the common pool of {@link
   * java.util.concurrent.ForkJoinPool}.
   *
   * @param executor must run each task once; with {@code Runnable::run} the thread that serves the key does
   */
  public KeyedSerializer<K, T> answerOn(Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return change(copy -> copy.answers = executor);
  }

  /**
   * {@return these settings with another hook for discarded items} It is called exactly once for every item that will not be
   * handled and that no caller keeps: what waits when the sink is {@linkplain KeyedSink#abandon abandoned}, and what {@link
   * KeyedSink#emitOrDiscard} found no room for. The thread that discards the item calls it. What it throws goes to {@link
   * #onErrorDropped}.
   *
   * @param hook the hook, in place of the one set before
   */
  public KeyedSerializer<K, T> onDiscard(Consumer<? super T> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.onDiscard = hook);
  }

  /**
   * {@return these settings with another hook for what the handler throws, and for stages that fail} (Without the {@link
   * java.util.concurrent.CompletionException} around it.) Neither stops its key, or another one. The thread that called the
   * handler calls the hook before the next item of the key, or the thread that completed the stage. By default failures are
   * logged as warnings, through {@link System#getLogger}.
   *
   * @param hook the hook, in place of the one set before
   */
  public KeyedSerializer<K, T> onError(KeyedErrorHook<? super K, ? super T> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.onError = hook);
  }

  /**
   * {@return these settings with another hook for what the executor and the discard hook throw} By default that is logged.
   *
   * @param hook the hook, in place of the one set before
   */
  public KeyedSerializer<K, T> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.onErrorDropped = hook);
  }

  /**
   * {@return these settings with a name} It appears in the {@code toString} of a sink, and in the log. A sink with a name can have meters.
   *
   * @param name the name
   */
  public KeyedSerializer<K, T> named(String name) {
    Objects.requireNonNull(name, "name is null");
    return change(copy -> copy.name = name);
  }

  /**
   * {@return a new sink, in which an item is handled when its handler returns}
   *
   * @param handler gets the items
   */
  public KeyedSink<K, T> handle(KeyedHandler<? super K, ? super T> handler) {
    Objects.requireNonNull(handler, "handler is null");
    return handleAsync(
        (key, item) -> {
          handler.handle(key, item);
          return Mailboxes.HANDLED;
        });
  }

  /**
   * {@return a new sink, whose handler gets what waits for a key as a list, in order} As with {@link #handle}, the next list
   * of the key follows when it returns. If it throws, each item of the list has failed.
   *
   * @param most how many items a list has at most, a positive number; it has one at least
   * @param handler gets the lists, which it may keep
   * @throws IllegalArgumentException if the number is not positive
   */
  public KeyedSink<K, T> handleBatch(int most, KeyedHandler<? super K, ? super List<T>> handler) {
    Objects.requireNonNull(handler, "handler is null");
    AsyncKeyedHandler<K, List<T>> handled =
        (key, items) -> {
          handler.handle(key, items);
          return Mailboxes.HANDLED;
        };
    return new KeyedSink<>(
        settings, new Mailboxes<>(settings, handled, Check.positive(most, "most")));
  }

  /**
   * {@return a new sink, in which an item is handled when the stage that its handler returned is complete} Until then the
   * next item of its key waits, and no thread.
   *
   * @param handler gets the items
   */
  public KeyedSink<K, T> handleAsync(AsyncKeyedHandler<? super K, ? super T> handler) {
    Objects.requireNonNull(handler, "handler is null");
    return new KeyedSink<>(settings, new Mailboxes<>(settings, handler));
  }
}
