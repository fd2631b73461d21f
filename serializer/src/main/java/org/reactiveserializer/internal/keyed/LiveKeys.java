package org.reactiveserializer.internal.keyed;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The cells of the live keys, how many there are, and the stage of the end. */
final class LiveKeys<K, T> implements Runnable {
  final Census census = new Census();
  private final ConcurrentHashMap<K, KeyCell<K, T>> cells = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Executor answers;

  LiveKeys(Executor answers) {
    this.answers = answers;
  }

  @Nullable KeyCell<K, T> get(K key) {
    return cells.get(key);
  }

  Collection<KeyCell<K, T>> all() {
    return cells.values();
  }

  /** Publishes a cell, which was counted. Returns null, or the cell that is there already. */
  @Nullable KeyCell<K, T> putIfAbsent(KeyCell<K, T> fresh) {
    return cells.putIfAbsent(fresh.key(), fresh);
  }

  /** Removes a cell that is closed, unless that was done. By any thread. */
  void remove(KeyCell<K, T> closed) {
    cells.remove(closed.key(), closed);
  }

  /** Counts a key less. */
  void countGone() {
    if (census.removeKey()) {
      complete();
    }
  }

  /** Requests the end, and returns the stage that is complete when no key is live. */
  CompletionStage<Void> end() {
    if (census.end()) {
      complete();
    }
    return done.minimalCompletionStage();
  }

  private void complete() {
    try {
      answers.execute(this);
    } catch (Throwable refused) {
      run(); // late is worse than here
    }
  }

  @Override
  public void run() {
    done.complete(null);
  }
}
