package org.reactiveserializer.internal.keyed;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.emission.Counts;
import org.reactiveserializer.internal.operator.AnswerThreads;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Parking;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;

/**
 * Many threads emit, and each item is handled in the order of its key, by tasks of an executor.
 *
 * <p><b>A key's life.</b> A producer that finds no cell for its key publishes one that has its item. From
 * then on the cell has an owner: see {@link KeyCell}. An owner that finds nothing more closes the cell,
 * and only then removes it from the map. A producer that meets a closed cell removes it, too, and begins
 * again; so it waits for nobody.
 *
 * <p>Not final, so that a stress test can break a cell.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public class KeyedOperator<K, T> {
  private final KeyedSettings<K, T> settings;
  private final Executor answers;
  private final LiveKeys<K, T> keys;
  private final KeyedCounts counts = new KeyedCounts();
  private final KeyServer<K, T> server;

  /** Creates a sink without a live key. */
  public KeyedOperator(
      KeyedSettings<K, T> settings, KeyedSettings.Handler<? super K, ? super T> handler) {
    this.settings = settings;
    this.answers = settings.answers == null ? AnswerThreads.INSTANCE : settings.answers;
    this.keys = new LiveKeys<>(answers);
    this.server = new KeyServer<>(settings, handler, keys, counts);
  }

  // What a producer calls.

  /** Emits an item, and returns its {@link Outcome}: WAITS, FULL or LATE. */
  public final int emit(T item) {
    return counted(attempt(keyOf(item), item));
  }

  /** As {@link #emit(Object)}, but a refused item is discarded. */
  public final void emitOrDiscard(T item) {
    if (attempt(keyOf(item), item) != Outcome.WAITS) {
      server.discard(item);
    }
  }

  /** As the other, but waits for its turn for at most {@code nanos}. May be INTERRUPTED. */
  public final int emit(T item, long nanos) {
    K key = keyOf(item);
    int outcome = attempt(key, item);
    return counted(
        outcome == Outcome.FULL && nanos > 0 && !isInside(key)
            ? park(key, item, System.nanoTime(), nanos)
            : outcome);
  }

  /** As {@link #emit(Object)}, but if there is no room, the item waits for its turn. */
  public final CompletionStage<EmitOutcome> emitAsync(T item) {
    K key = keyOf(item);
    int outcome = attempt(key, item);
    while (outcome == Outcome.FULL) {
      KeyCell<K, T> cell = cellToWaitAt(key);
      if (cell == null) {
        outcome = Outcome.LATE;
      } else {
        Waiter<T> waiter = join(cell, item, false);
        if (waiter != null) {
          return waiter;
        }
        outcome = attempt(key, item);
      }
    }
    return Waiter.decided(outcomeOf(counted(outcome)));
  }

  /** Returns what a caller is told. */
  public static EmitOutcome outcomeOf(int outcome) {
    return switch (outcome) {
      case Outcome.WAITS -> EmitOutcome.QUEUED;
      case Outcome.FULL -> EmitOutcome.OVERFLOW;
      case Outcome.INTERRUPTED -> EmitOutcome.INTERRUPTED;
      default -> EmitOutcome.TERMINATED;
    };
  }

  private K keyOf(T item) {
    K key = settings.keyOf.apply(Objects.requireNonNull(item, "item is null"));
    return Objects.requireNonNull(key, "the key of the item is null");
  }

  private int counted(int outcome) {
    switch (outcome) {
      case Outcome.WAITS -> {}
      case Outcome.FULL -> counts.refused().countRefused(Counts.OVERFLOW);
      case Outcome.INTERRUPTED -> counts.refused().countRefused(Counts.INTERRUPTED);
      default -> counts.refused().countRefused(Counts.TERMINATED);
    }
    return outcome;
  }

  private int attempt(K key, T item) {
    KeyCell<K, T> cell = keys.get(key);
    if (cell == null) {
      return begin(key, item);
    }
    if (cell.isFull(settings.perKey)) {
      return keys.census.isEnded()
          ? Outcome.LATE
          : Outcome.FULL; // and takes no place of another key
    }
    int counted = keys.census.tryAdd(settings.inAll, false);
    if (counted < 0) {
      return counted;
    }
    int outcome = Outcome.FULL;
    try {
      outcome = cell.offer(item, settings.perKey);
    } finally {
      if (outcome != Outcome.WAITS) {
        keys.census.removeItem();
      }
    }
    if (outcome == Outcome.LATE) { // it is closed
      keys.remove(cell);
      return begin(key, item);
    }
    if (outcome == Outcome.WAITS) {
      keys.census.noteWaiting(counted);
      server.announceIfNew(cell);
    }
    return outcome;
  }

  /**
   * Begins a key's life with an item. The stack is asked for first: what follows is one step. (A task that
   * the executor has no stack to take is given to it by the next thread that begins a key.)
   */
  private int begin(K key, T item) {
    StackRoom.ensureForSmallStep();
    KeyCell<K, T> fresh = cell(key, item);
    int counted = keys.census.tryAdd(settings.inAll, true);
    if (counted < 0) {
      return counted;
    }
    int outcome = Outcome.LATE;
    KeyCell<K, T> found = fresh;
    try {
      while (outcome == Outcome.LATE) {
        found = keys.putIfAbsent(fresh);
        outcome = found == null ? Outcome.WAITS : found.offer(item, settings.perKey);
        if (found != null && outcome == Outcome.LATE) { // it is closed
          keys.remove(found);
        }
      }
    } catch (Throwable thrown) {
      if (found != fresh || !isPublished(fresh)) {
        throw thrown;
      }
      settings.hooks.drop(thrown); // a map may throw after it has inserted: then it is done
      outcome = Outcome.WAITS;
      found = null;
    } finally {
      if (outcome != Outcome.WAITS) {
        keys.census.removeItem();
      }
      if (found != null) {
        keys.countGone();
      }
    }
    if (outcome == Outcome.WAITS) {
      keys.census.noteWaiting(counted);
      server.announceIfNew(found == null ? fresh : found);
    }
    return outcome;
  }

  private boolean isPublished(KeyCell<K, T> fresh) {
    try {
      return keys.get(fresh.key()) == fresh;
    } catch (Throwable byTheKey) {
      return false;
    }
  }

  /** Creates a cell that has an item, or none. */
  protected KeyCell<K, T> cell(K key, @Nullable T first) {
    return new KeyCell<>(key, first);
  }

  // Who waits for room.

  /** Lets the calling thread wait with an item. Returns its {@link Outcome}. */
  private int park(K key, T item, long start, long nanos) {
    int outcome = Outcome.FULL;
    while (outcome == Outcome.FULL) {
      KeyCell<K, T> cell = cellToWaitAt(key);
      if (cell == null) {
        return Outcome.LATE;
      }
      Waiter<T> waiter = join(cell, item, true);
      if (waiter != null) {
        boolean inTime = Parking.await(waiter, start, nanos, new Looking<>(server, cell));
        if (cell.line(answers).withdraw(waiter)) {
          return inTime ? Outcome.FULL : Outcome.INTERRUPTED;
        }
        return waiter.decided() == EmitOutcome.QUEUED ? Outcome.WAITS : Outcome.LATE;
      }
      outcome = attempt(key, item);
    }
    return outcome;
  }

  /** Returns a cell that was not closed a moment ago, and is to be joined; null after the end. */
  private @Nullable KeyCell<K, T> cellToWaitAt(K key) {
    StackRoom.ensure();
    for (; ; ) {
      KeyCell<K, T> found = keys.get(key);
      if (found == null) {
        KeyCell<K, T> fresh = cell(key, null);
        if (!keys.census.tryAddKey()) {
          return null;
        }
        boolean isLive = false;
        try {
          found = keys.putIfAbsent(fresh);
          isLive = found == null;
        } catch (Throwable thrown) {
          if (!isPublished(fresh)) {
            throw thrown;
          }
          settings.hooks.drop(thrown); // as in begin
          isLive = true;
        } finally {
          if (!isLive) {
            keys.countGone();
          }
        }
        if (found == null) {
          return fresh;
        }
      }
      if (!found.isClosed()) {
        return found;
      }
      keys.remove(found);
    }
  }

  /**
   * Joins the line of a cell, as a thread or a stage. Returns null if nobody will see that, since the cell is closed. A
   * new cell is announced only now: it would close at once if it had nobody in its line.
   */
  private @Nullable Waiter<T> join(KeyCell<K, T> cell, T item, boolean parks) {
    RoomLine<T> line;
    Waiter<T> waiter;
    try {
      line = cell.line(answers);
      waiter = parks ? line.thread(item) : line.stage(item);
      line.join(waiter, cell);
    } finally { // also if there is no heap: the cell is live
      server.announceIfNew(cell);
    }
    if (cell.isClosed() && line.withdraw(waiter)) {
      return null;
    }
    if (keys.census.isEnded()) { // whoever ended it may not have seen this one
      refuse(line);
    }
    return waiter;
  }

  private void refuse(RoomLine<T> line) {
    for (int n = line.refuseAll(false); n > 0; n--) {
      counted(Outcome.LATE);
    }
  }

  private boolean isInside(K key) {
    KeyCell<K, T> cell = keys.get(key);
    return cell != null && Crew.Shift.isMine(cell.holder());
  }

  private record Looking<K, T>(KeyServer<K, T> server, KeyCell<K, T> cell) implements Parking.Look {
    @Override
    public final void look() {
      server.look(cell);
    }
  }

  // The end.

  /** Accepts no more. Returns the stage that is complete when all is done. */
  public final CompletionStage<Void> end() {
    CompletionStage<Void> done = refuseAll();
    for (KeyCell<K, T> cell : keys.all()) {
      server.announceIfNew(cell); // an error may have kept others from that: the end would not come
    }
    server.signal();
    return done;
  }

  /** As {@link #end}, but discards what waits. */
  public final CompletionStage<Void> abandon() {
    CompletionStage<Void> done = refuseAll();
    server.abandon();
    return done;
  }

  private CompletionStage<Void> refuseAll() {
    StackRoom.ensure();
    CompletionStage<Void> done = keys.end();
    for (KeyCell<K, T> cell : keys.all()) {
      RoomLine<T> line = cell.lineIfAny();
      if (line != null) {
        refuse(line);
      }
    }
    return done;
  }

  // Statistics. By any thread.

  /** Returns the counts. */
  public final KeyedCounts counts() {
    return counts;
  }

  /** Returns the figures of what is there now. */
  public final Census census() {
    return keys.census;
  }

  /** Returns whether an end was requested. */
  public final boolean isTerminated() {
    return keys.census.isEnded();
  }

  /** Returns a description. */
  public final String describe(Object sink) {
    return settings.hooks.describe("KeyedSink", sink);
  }
}
