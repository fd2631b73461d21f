package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;

/** Hooks that handle an exception of a hook incorrectly. */
public final class BrokenHooks {
  private BrokenHooks() {}

  /** Swallows exceptions of the discard hook. */
  public static Hooks<Item> swallowing(Fates outcomes) {
    return new Hooks<>(
        item -> {
          try {
            outcomes.discard(item);
          } catch (Failure swallowed) {
            // the defect: nothing is done
          }
        },
        outcomes::drop);
  }

  /** Does not call the discard hook again once it has thrown. */
  public static Hooks<Item> resentful(Fates outcomes) {
    AtomicBoolean thrown = new AtomicBoolean();
    return new Hooks<>(
        item -> {
          if (!thrown.get()) {
            thrown.set(true);
            outcomes.discard(item);
            thrown.set(false);
          }
        },
        outcomes::drop);
  }
}
