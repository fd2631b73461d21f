package org.reactiveserializer.calls;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.internal.KeyedSettings;
import org.reactiveserializer.calls.internal.Mailboxes;
import org.reactiveserializer.internal.settings.Check;

/**
 * What any number of threads feed, and whose handler gets the items of each key one after the other, and those of
 * different keys at the same time. {@link KeyedSerializer#handle} makes it.
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time, also by the handler. None blocks or waits for
 * another thread, except {@link #emit}, which parks while there is no room; but see <i>the map</i> below. Only tasks of
 * the {@linkplain KeyedSerializer#on executor} call the handler. If the executor throws, or runs a task in the calling
 * thread, that thread serves up to 256 items in its place, and tries again.
 *
 * <p><b>Order.</b> If one emission returned before another one of the same key began, by happens-before, its item is
 * handled first, whichever threads and methods emitted. There is no order between keys. The calls of the handler for
 * one key never overlap, and each happens-before the next.
 *
 * <p><b>Progress.</b> A key takes one task of the executor at most, and up to 256 items in a row; then the others that
 * are ready have their turn. A handler that takes long holds up its own key, and no other as long as the executor has a
 * thread left. The number of keys has no limit but the heap.
 *
 * <p><b>Memory.</b> A key that is idle costs nothing: it leaves the map when its last item is handled. A live key with
 * one item takes some 136 bytes besides key and item (with compressed references); each further item 24.
 *
 * <p><b>Bounds.</b> No more items wait than {@link KeyedSerializer#bounded} says, for one key and for all. An item that
 * is being handled does not wait. A producer that stands still in an emission, or finds no room for all, holds a place
 * of its key for that moment.
 *
 * <p><b>Every item has one outcome.</b> If the result is not {@linkplain EmitOutcome#isAccepted accepted}, the caller
 * keeps the item, and no hook is called for it. An accepted item is either handled, or discarded by {@link #abandon},
 * and given to the {@linkplain KeyedSerializer#onDiscard discard hook}. An item whose handler throws was handled. If an
 * emit method throws for an item that is not null, the exception comes from the key function, or from the key's {@code
 * equals} or {@code hashCode}, and the caller keeps the item. After an {@link OutOfMemoryError} or a {@link
 * StackOverflowError} the caller cannot know the outcome.
 *
 * <p><b>The map.</b> The live keys are in a {@link java.util.concurrent.ConcurrentHashMap}. To find a key takes no lock.
 * To add a key that was idle, or to remove one that becomes idle, takes the monitor of its bin for some ten nanoseconds;
 * the key's {@code equals} may be called within it. So {@code hashCode} and {@code equals} must be quick, and must not
 * emit.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedSink<K, T> {
  private final Mailboxes<K, T> boxes;
  private final @Nullable String name;

  KeyedSink(KeyedSettings<K, T> settings, Mailboxes<K, T> boxes) {
    this.boxes = boxes;
    this.name = settings.name;
  }

  /**
   * Emits an item: it waits for a task.
   *
   * @param item the item
   * @return {@link EmitOutcome#QUEUED}; {@link EmitOutcome#OVERFLOW} if as many items as may wait, for its
   *     key or for all, or if others wait for room at its key; {@link EmitOutcome#TERMINATED} after the end
   */
  public EmitOutcome tryEmit(T item) {
    return boxes.tryEmit(item);
  }

  /**
   * Emits an item as {@link #tryEmit} does; but if there is no room, parks the calling thread until the turn
   * of the item has come: all that was emitted before it for its key is handled, and a task hands it to the
   * handler. Those that wait hold no room, and only their own key's items hold them up.
   *
   * <p>If the thread is interrupted before its turn, the result is {@link EmitOutcome#INTERRUPTED},
   * and it stays interrupted. A virtual thread releases its carrier while it waits. Called by the handler
   * for the key that is being handled, this does not wait, since its turn could not come.
   *
   * @param item the item
   * @param timeout how long to wait at most; zero or less: do not wait
   * @return what happened to the item; {@link EmitOutcome#OVERFLOW} if the time was up
   */
  public EmitOutcome emit(T item, Duration timeout) {
    Objects.requireNonNull(item, "item is null");
    return boxes.emit(item, Check.nanos(Objects.requireNonNull(timeout, "timeout is null")));
  }

  /**
   * Emits an item as {@link #emit} does, but no thread waits with it. If there is room, or after the end, the stage is
   * complete when this method returns. Otherwise it is completed when the item's turn has come ({@link
   * EmitOutcome#QUEUED}), or the end was requested ({@link EmitOutcome#TERMINATED}: the caller keeps the item); by the
   * executor of {@link KeyedSerializer#answerOn}. It is never completed exceptionally by this sink.
   *
   * <p>Whoever completes or cancels the stage as a {@link java.util.concurrent.CompletableFuture}, by {@code complete},
   * {@code completeExceptionally}, {@code cancel} or {@code orTimeout}, withdraws the item: it is not emitted, unless its
   * turn has come.
   *
   * <p><b>Bounds.</b> As many items may wait for room as fit into the heap. So wait for the stage before you emit the
   * next item, or limit their number.
   *
   * @param item the item
   * @return the outcome
   */
  public CompletionStage<EmitOutcome> emitAsync(T item) {
    return boxes.emitAsync(item);
  }

  /**
   * Emits an item as {@link #tryEmit} does, for a caller that would not look at the result. An item that
   * is not accepted goes to the {@linkplain KeyedSerializer#onDiscard discard hook}.
   *
   * @param item the item; the caller keeps none
   */
  public void emitOrDiscard(T item) {
    boxes.emitOrDiscard(item);
  }

  /**
   * Ends in order: accepts no more, and refuses those that wait for room. What was accepted is handled: if the
   * executor has refused tasks, perhaps by this call.
   *
   * @return a stage that is complete when all is handled, and no key is live; the executor of {@link
   *     KeyedSerializer#answerOn} completes it. Each call returns one
   */
  public CompletionStage<Void> close() {
    return boxes.close();
  }

  /**
   * Ends at once: as {@link #close}, but what waits is discarded, by this thread or by tasks that serve a key
   * at the moment. It needs no task of the executor that has not begun. What is being handled is not
   * interrupted.
   *
   * @return as with {@link #close}; it does not wait for stages that handlers returned
   */
  public CompletionStage<Void> abandon() {
    return boxes.abandon();
  }

  /**
   * As {@link #close}, with a limit: what is not handled by then is discarded, as {@link #abandon} does.
   *
   * @param patience how long to wait at most; zero or less: do not wait
   * @return as with {@link #close}, with how many items were discarded from this call on
   */
  public CompletionStage<Long> close(Duration patience) {
    return boxes.close(Objects.requireNonNull(patience, "patience is null"));
  }

  /**
   * Discards what waits for a key: this thread does that, or the one that serves the key, before it takes the next item.
   * (If the key waits for a stage, some of it when that is complete.) What is emitted after this call is handled. What is
   * being handled is not interrupted, and who waits for room goes on to wait.
   *
   * @param key the key; nothing happens if it is not live
   */
  public void abandon(K key) {
    boxes.abandon(key);
  }

  /** {@return whether the end was requested, so that nothing more is accepted; true stays true} */
  public boolean isTerminated() {
    return boxes.isTerminated();
  }

  /** {@return what happened to the items so far} Takes constant time. */
  public KeyedStats stats() {
    return boxes.stats();
  }

  @Override
  public String toString() {
    return "KeyedSink" + (name == null ? "@" + Integer.toHexString(hashCode()) : "[" + name + "]");
  }
}
