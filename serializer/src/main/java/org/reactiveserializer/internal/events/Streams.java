package org.reactiveserializer.internal.events;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * All streams of the process that have a name, for whoever shows figures. Nothing here keeps a stream
 * alive, and no thread waits for another one.
 */
public final class Streams {
  private static final int FEW = 64;

  private static final ConcurrentLinkedQueue<Registration> ALL = new ConcurrentLinkedQueue<>();
  private static final ConcurrentLinkedQueue<Consumer<? super Registration>> OBSERVERS =
      new ConcurrentLinkedQueue<>();

  // How many may still come before those that were collected are forgotten.
  private static final AtomicInteger UNTIL_FORGET = new AtomicInteger(FEW);

  private Streams() {}

  /**
   * Adds a stream that is complete: its figures may be read at once. Forgets those that were collected each
   * time their number may have doubled, which takes constant time on average.
   *
   * @return its place, to be told of the end; null: the stream has no name, and is not added
   */
  public static @Nullable Registration register(
      String kind, @Nullable String name, NamedStream stream) {
    if (name == null) {
      return null;
    }
    Registration made = new Registration(kind, name, stream);
    ALL.add(made); // first: whoever observes from now on finds it
    for (Consumer<? super Registration> observer : OBSERVERS) {
      try {
        observer.accept(made);
      } catch (Throwable thrown) {
        Dropped.uncaught(thrown); // not to who creates a stream
      }
    }
    if (UNTIL_FORGET.decrementAndGet() <= 0) {
      ALL.removeIf(known -> known.get() == null);
      UNTIL_FORGET.set(Math.max(FEW, ALL.size()));
    }
    return made;
  }

  /**
   * Calls {@code observer} for each stream that there is, and, for ever, for each that is created, in the
   * thread that creates it. One that is created meanwhile may come twice.
   */
  public static void observe(Consumer<? super Registration> observer) {
    OBSERVERS.add(observer); // first: whoever registers after that tells it
    ALL.forEach(observer);
  }
}
