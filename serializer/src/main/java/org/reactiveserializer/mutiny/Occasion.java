package org.reactiveserializer.mutiny;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Something that happens once, and a callback for it, which runs even if it comes after that. By any thread. */
final class Occasion {
  @SuppressWarnings("UnnecessaryLambda") // it is compared
  private static final Runnable PAST = () -> {};

  private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

  /** Sets the callback in place of the one before; or runs it. */
  void call(Runnable next) {
    Runnable last = callback.get();
    while (last != PAST && !callback.compareAndSet(last, next)) {
      last = callback.get();
    }
    if (last == PAST) {
      next.run();
    }
  }

  /** It happens, perhaps again, which does nothing. */
  void happen() {
    Runnable last = callback.getAndSet(PAST);
    if (last != null) {
      last.run();
    }
  }
}
