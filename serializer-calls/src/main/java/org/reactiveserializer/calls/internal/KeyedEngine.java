package org.reactiveserializer.calls.internal;

import static org.reactiveserializer.calls.internal.KeyQueue.CALLING;
import static org.reactiveserializer.calls.internal.KeyQueue.CLOSED;
import static org.reactiveserializer.calls.internal.KeyQueue.IDLE;
import static org.reactiveserializer.calls.internal.KeyQueue.ITEM;
import static org.reactiveserializer.calls.internal.KeyQueue.READY;
import static org.reactiveserializer.calls.internal.KeyQueue.RUNNING;
import static org.reactiveserializer.calls.internal.KeyQueue.STAGED;
import static org.reactiveserializer.calls.internal.KeyQueue.WAITER;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.AsyncKeyedHandler;
import org.reactiveserializer.calls.KeyedErrorHook;
import org.reactiveserializer.calls.KeyedStats;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * What an emission does, and an owner of a key.
 *
 * <p><b>An emission</b> announces its item: first in the queue of its key, then for all keys. If there is no room it
 * retracts what it has announced. Else it leaves the item, and signals. So nobody is refused for the sake of one who is
 * refused himself, but for a moment at his own key, when there is no room for all.
 *
 * <p><b>A key's life.</b> It begins with an announcement: the queue is in the map then. An owner that finds nothing, and
 * nothing announced, closes the queue, and only then removes it from the map. Who meets a closed queue removes it, too,
 * and begins a new one: so nobody waits for anybody.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedEngine<K, T> {
  /** What a handler returns that has handled its item. */
  public static final CompletionStage<?> HANDLED = CompletableFuture.completedStage(null);

  private final KeyedSettings<K, T> settings;
  private final AsyncKeyedHandler<? super K, ? super T> handler;
  private final ConcurrentHashMap<K, KeyQueue<K, T>> queues = new ConcurrentHashMap<>();
  private final KeyedState state = new KeyedState();
  private final KeyScheduler<K, T> scheduler;
  private final Done done = new Done();

  // Whether a key may be lost: see KeyQueue. Written by catch blocks, after the key's own note.
  volatile boolean hasLost;

  // Whether what waits is discarded. Set after the end was requested. Who gives a key away looks at
  // it after that, and who sets it looks at each key after that.
  private volatile boolean isAbandoned;

  /** Creates a sink without live keys. */
  public KeyedEngine(
      KeyedSettings<K, T> settings, AsyncKeyedHandler<? super K, ? super T> handler) {
    this.settings = settings;
    this.handler = handler;
    Executor own = settings.executor;
    int concurrency = settings.concurrency;
    this.scheduler =
        own == null
            ? new KeyScheduler<>(
                this,
                OwnThreads.EXECUTOR,
                concurrency > 0 ? concurrency : OwnThreads.MOST,
                OwnThreads.ARE_PREEMPTED)
            : new KeyScheduler<>(
                this, own, concurrency > 0 ? concurrency : Integer.MAX_VALUE, false);
  }

  // What a producer calls.

  /** Emits an item. */
  public EmitOutcome tryEmit(T item) {
    return counted(attempt(keyOf(item), item));
  }

  /** As {@link #tryEmit}, but a refused item is discarded. */
  public void emitOrDiscard(T item) {
    if (!attempt(keyOf(item), item).isAccepted()) {
      discard(item);
    }
  }

  /** As {@link #tryEmit}, but waits for its turn. */
  public EmitOutcome emit(T item, long nanos) {
    K key = keyOf(item);
    EmitOutcome outcome = attempt(key, item);
    if (outcome == EmitOutcome.OVERFLOW && nanos > 0 && !isInside(key)) {
      Waiter<T> waiter = new Waiter<>(item, this, Thread.currentThread());
      outcome = join(key, waiter) ? waiter.await(nanos) : EmitOutcome.TERMINATED;
    }
    return counted(outcome);
  }

  /** As {@link #tryEmit}, but the item waits for its turn. */
  public CompletionStage<EmitOutcome> emitAsync(T item) {
    K key = keyOf(item);
    EmitOutcome outcome = attempt(key, item);
    if (outcome == EmitOutcome.OVERFLOW) {
      Waiter<T> waiter = new Waiter<>(item, this, null);
      if (join(key, waiter)) {
        return waiter;
      }
      outcome = EmitOutcome.TERMINATED;
    }
    return CompletableFuture.completedFuture(counted(outcome));
  }

  private K keyOf(T item) {
    StackCheck.ensure();
    K key = settings.keyOf.apply(Objects.requireNonNull(item, "item is null"));
    return Objects.requireNonNull(key, "the key of the item is null");
  }

  private EmitOutcome counted(EmitOutcome outcome) {
    if (!outcome.isAccepted()) {
      state.countRefused(outcome);
    }
    return outcome;
  }

  private boolean isInside(K key) {
    KeyQueue<K, T> queue = queues.get(key);
    return queue != null && queue.inside == Thread.currentThread();
  }

  private EmitOutcome attempt(K key, T item) {
    KeyQueue.Node<T> node = new KeyQueue.Node<>(item); // what may fail, comes first
    KeyQueue<K, T> queue = announce(key, ITEM);
    if (queue == null) {
      return state.isEnded() ? EmitOutcome.TERMINATED : EmitOutcome.OVERFLOW;
    }
    EmitOutcome outcome = state.tryAddItem(settings.inAll);
    if (outcome == EmitOutcome.QUEUED) {
      queue.leave(node);
      signal(queue);
    } else {
      retract(queue, ITEM);
    }
    return outcome;
  }

  /** Lets one wait for room. Returns false after the end. */
  private boolean join(K key, Waiter<T> waiter) {
    KeyQueue<K, T> queue = announce(key, WAITER);
    if (queue == null) {
      return false;
    }
    try {
      waiter.join(queue);
    } catch (Throwable noHeap) {
      retract(queue, WAITER);
      throw noHeap;
    }
    signal(queue);
    return !(state.isEnded() && waiter.decide(EmitOutcome.TERMINATED)); // who ends looks after that
  }

  /** Removes one who waits, unless that was done. By whoever has decided. */
  void remove(KeyQueue<?, T> home, Waiter<T> waiter) {
    if (home.waiters().remove(waiter) && home.retract(WAITER)) {
      retire(home);
    }
  }

  /** Announces something in the queue of a key, which may be new. Returns null if there is no room, or after the end. */
  private @Nullable KeyQueue<K, T> announce(K key, long what) {
    for (; ; ) {
      KeyQueue<K, T> found = queues.get(key);
      if (found == null) {
        if (what == ITEM && state.items() >= settings.inAll) {
          return null; // and no key begins
        }
        KeyQueue<K, T> fresh = new KeyQueue<>(key, what);
        if (!state.tryAddKey()) {
          return null;
        }
        if (publish(fresh)) {
          return fresh;
        }
      } else {
        KeyQueue.Answer answer = found.announce(what, settings.perKey);
        if (answer != KeyQueue.Answer.CLOSED) {
          return answer == KeyQueue.Answer.ANNOUNCED ? found : null;
        }
        queues.remove(key, found);
      }
    }
  }

  /** Puts a queue, which was counted, into the map. Returns false if the key has another one. */
  private boolean publish(KeyQueue<K, T> fresh) {
    boolean isNew = false;
    try {
      isNew = queues.putIfAbsent(fresh.key, fresh) == null;
    } catch (Throwable thrown) { // a key may throw that before or after the queue is in the map
      isNew = queues.containsValue(fresh);
      if (!isNew) {
        throw thrown;
      }
      drop(thrown);
    } finally {
      if (!isNew && state.removeKey()) {
        complete();
      }
    }
    return isNew;
  }

  private void retract(KeyQueue<K, T> queue, long what) {
    if (queue.retract(what)) {
      retire(queue);
    }
  }

  /** Makes sure that somebody sees what was left in a queue. By whoever has left it. */
  private void signal(KeyQueue<K, T> queue) {
    if (queue.move(IDLE, READY)) {
      schedule(queue);
    }
    if (hasLost) {
      recover();
    }
  }

  /** Hands over a queue that this thread has made READY. */
  private void schedule(KeyQueue<K, T> queue) {
    if (isAbandoned && queue.claim()) { // whoever abandons may have seen it before it was READY
      serve(queue, Integer.MAX_VALUE);
    } else {
      scheduler.add(queue);
      scheduler.signal();
    }
  }

  /** Goes on in place of threads that could not. */
  private void recover() {
    hasLost = false;
    try {
      for (KeyQueue<K, T> queue : queues.values()) {
        if (queue.recover()) {
          schedule(queue);
        }
      }
    } catch (Throwable noStackOrHeap) {
      hasLost = true;
      throw noStackOrHeap;
    }
  }

  // What an owner does.

  /** Serves a queue that this thread owns, until it is at rest. Returns how many items were handled, at most so many. */
  int serve(KeyQueue<K, T> queue, int most) {
    int handled = 0;
    boolean isMine = true;
    try {
      StackCheck.ensure(); // for all that follows, but for what is called
      while (handled < most) {
        T item = next(queue);
        if (item == null) {
          isMine = false;
          int phase = queue.rest();
          if (phase == CLOSED) {
            retire(queue);
            return handled;
          }
          if (!queue.hasMore() || !queue.move(IDLE, RUNNING)) {
            return handled; // who has announced something will signal
          }
          isMine = true;
        } else if (isAbandoned) {
          discard(item);
        } else {
          handled++;
          if (!handle(queue, item)) {
            isMine = false;
            if (!isAbandoned || !queue.move(STAGED, RUNNING)) {
              return handled; // its stage has the queue
            }
            isMine = true;
          }
        }
      }
      isMine = !queue.move(RUNNING, READY);
    } catch (Throwable noStackOrHeap) {
      if (isMine) {
        queue.lost = RUNNING;
        hasLost = true;
      }
      throw noStackOrHeap;
    }
    schedule(queue);
    return handled;
  }

  /** Removes the oldest item, or else that of the first who waits. Returns null if there is neither. */
  private @Nullable T next(KeyQueue<K, T> queue) {
    for (; ; ) {
      T item = queue.poll();
      if (item != null) {
        state.removeItem();
        return item;
      }
      var waiters = queue.waiters().iterator();
      if (!waiters.hasNext()) {
        return null;
      }
      Waiter<T> first = waiters.next();
      if (!queue.hasItems()) { // else one may have been left before he joined
        if (first.decide(EmitOutcome.QUEUED)) {
          first.tell(settings.answers);
          return first.item;
        }
        remove(queue, first); // whoever has decided may stand still before he does so
      }
    }
  }

  /** Handles an item. Returns false if the queue waits for a stage, and is not this thread's any more. */
  private boolean handle(KeyQueue<K, T> queue, T item) {
    CompletionStage<?> stage;
    state.delivered.increment();
    queue.inside = Thread.currentThread();
    try {
      stage =
          Objects.requireNonNull(
              handler.handle(queue.key, item), "the handler returned null in place of a stage");
      queue.inside = null;
    } catch (Throwable thrown) {
      queue.inside = null;
      failed(queue.key, item, thrown);
      return true;
    }
    if (stage == HANDLED) {
      return true;
    }
    InFlight flight = new InFlight(queue, item);
    queue.move(RUNNING, CALLING);
    try {
      stage.whenComplete(flight);
    } catch (Throwable refused) {
      flight.accept(null, refused);
    }
    return !queue.move(CALLING, STAGED); // if the stage is complete, it is RUNNING
  }

  /** An item whose handler has returned a stage, which calls this. */
  private final class InFlight implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final KeyQueue<K, T> queue;
    private final T item;
    private final AtomicBoolean isOver = new AtomicBoolean(); // a stage may call twice

    InFlight(KeyQueue<K, T> queue, T item) {
      this.queue = queue;
      this.item = item;
    }

    @Override
    public void accept(@Nullable Object ignored, @Nullable Throwable thrown) {
      try {
        StackCheck.ensure();
      } catch (Throwable noStack) {
        queue.lost = STAGED;
        hasLost = true;
        throw noStack;
      }
      if (!isOver.compareAndSet(false, true)) {
        return;
      }
      try {
        if (thrown != null) {
          failed(queue.key, item, thrown);
        }
      } finally {
        if (!queue.move(CALLING, RUNNING) && queue.move(STAGED, READY)) { // the server goes on, or:
          schedule(queue);
        }
      }
    }
  }

  /** Removes a queue that this thread has closed. */
  private void retire(KeyQueue<?, T> closed) {
    try {
      queues.remove(closed.key, closed);
    } catch (Throwable byTheKey) {
      drop(byTheKey);
    } finally {
      if (state.removeKey()) {
        complete();
      }
    }
  }

  private void failed(K key, T item, Throwable thrown) {
    state.failed.increment();
    Throwable cause = thrown.getCause();
    Throwable error = thrown instanceof CompletionException && cause != null ? cause : thrown;
    KeyedErrorHook<? super K, ? super T> hook = settings.onError;
    try {
      if (hook == null) {
        log(key, error);
      } else {
        hook.failed(key, item, error);
      }
    } catch (Throwable byHook) {
      Dropped.uncaught(byHook);
      if (byHook != error) {
        Dropped.uncaught(error);
      }
    }
  }

  private void log(K key, Throwable error) {
    System.getLogger(KeyedSettings.LOGGER)
        .log(
            Level.WARNING,
            "The handler failed for an item of the key "
                + key
                + (settings.name == null ? "" : ", in the sink " + settings.name)
                + "; the next item of this key follows",
            error);
  }

  private void discard(T item) {
    state.discarded.increment();
    try {
      settings.onDiscard.accept(item);
    } catch (Throwable thrown) {
      drop(thrown);
    }
  }

  void drop(Throwable thrown) {
    Dropped.pass(thrown, settings.onErrorDropped);
  }

  // The end.

  /** Accepts no more. Returns the stage that is complete when all is done. */
  public CompletionStage<Void> close() {
    refuseAll();
    recover();
    scheduler.signal();
    return done.minimalCompletionStage();
  }

  /** As {@link #close}, but discards what waits. */
  public CompletionStage<Void> abandon() {
    refuseAll();
    isAbandoned = true;
    recover();
    for (KeyQueue<K, T> queue : queues.values()) {
      if (queue.claim()) {
        serve(queue, Integer.MAX_VALUE);
      }
    }
    scheduler.clear();
    return done.minimalCompletionStage();
  }

  /** Requests the end, and refuses those who wait. Whoever joins later sees the end. */
  private void refuseAll() {
    StackCheck.ensure();
    if (state.end()) {
      complete();
    }
    for (KeyQueue<K, T> queue : queues.values()) {
      for (Waiter<T> waiter : queue.waiters()) {
        if (waiter.decide(EmitOutcome.TERMINATED)) {
          if (waiter.isStage()) { // a thread counts its own
            counted(EmitOutcome.TERMINATED);
          }
          waiter.tell(settings.answers);
        }
      }
    }
  }

  private void complete() {
    try {
      settings.answers.execute(done);
    } catch (Throwable refused) {
      done.run(); // here is better than never
    }
  }

  private static final class Done extends CompletableFuture<@Nullable Void> implements Runnable {
    @Override
    public void run() {
      complete(null);
    }
  }

  // Figures.

  /** Returns whether an end was requested. */
  public boolean isTerminated() {
    return state.isEnded();
  }

  /** Returns what happened so far. */
  public KeyedStats stats() {
    return state.stats();
  }
}
