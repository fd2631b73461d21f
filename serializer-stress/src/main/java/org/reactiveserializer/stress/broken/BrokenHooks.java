package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;

/** Hooks that make too much, or too little, of it when one of them throws. */
public final class BrokenHooks {
  private BrokenHooks() {}

  /** Tells nobody what the discard hook threw. */
  public static Hooks<Item> swallowing(Fates fates) {
    return new Hooks<>(
        item -> {
          try {
            fates.discard(item);
          } catch (Failure swallowed) {
            // and that is the defect
          }
        },
        fates::drop);
  }

  /** Does not call the discard hook again once it has thrown. */
  public static Hooks<Item> resentful(Fates fates) {
    AtomicBoolean thrown = new AtomicBoolean();
    return new Hooks<>(
        item -> {
          if (!thrown.get()) {
            thrown.set(true);
            fates.discard(item);
            thrown.set(false);
          }
        },
        fates::drop);
  }
}
