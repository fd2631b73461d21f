package org.reactiveserializer.internal.observed;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * All streams of the process that have a name. Nothing here keeps a stream alive: a group lives as
 * long as one of its streams, or as who observes it. Streams without a name are not known here.
 */
public final class Groups {
  private static final ConcurrentSkipListMap<String, WeakReference<Group>> GROUPS =
      new ConcurrentSkipListMap<>();
  private static final ConcurrentLinkedQueue<Consumer<? super Group>> OBSERVERS =
      new ConcurrentLinkedQueue<>();

  // How many they are: one read, for streams that ask often.
  private static final AtomicInteger OBSERVED_BY = new AtomicInteger();

  // Up to which key groups that were collected have been forgotten. A hint.
  private static volatile String swept = "";

  private Groups() {}

  /** Adds a stream that is complete: its figures may be read at once. */
  public static Member add(String kind, String name, Observable stream) {
    Group group = group(kind, name);
    boolean first = group == null;
    if (group == null) {
      group = make(kind, name);
    }
    Member member = group.add(stream);
    if (first) {
      tell(group);
    }
    return member;
  }

  private static @Nullable Group group(String kind, String name) {
    WeakReference<Group> known = GROUPS.get(key(kind, name));
    return known == null ? null : known.get();
  }

  private static String key(String kind, String name) {
    return kind + ' ' + name; // no kind has a space
  }

  private static Group make(String kind, String name) {
    sweep();
    sweep();
    String key = key(kind, name);
    Group made = new Group(kind, name);
    WeakReference<Group> fresh = new WeakReference<>(made);
    for (; ; ) {
      WeakReference<Group> known = GROUPS.putIfAbsent(key, fresh);
      Group other = known == null ? made : known.get();
      if (other != null) {
        return other;
      }
      GROUPS.remove(key, known);
    }
  }

  /** Forgets the next group, if it was collected. Each new one looks at two: so there are never many. */
  private static void sweep() {
    Map.Entry<String, WeakReference<Group>> next = GROUPS.higherEntry(swept);
    swept = next == null ? "" : next.getKey();
    if (next != null && next.getValue().get() == null) {
      GROUPS.remove(next.getKey(), next.getValue());
    }
  }

  /** Tells those who observe. What they throw must not reach who creates a stream. */
  private static void tell(Group group) {
    for (Consumer<? super Group> observer : OBSERVERS) {
      try {
        observer.accept(group);
      } catch (Throwable thrown) {
        Dropped.uncaught(thrown);
      }
    }
  }

  /**
   * Calls {@code observer} for each group that there is, and for each that is made from now on, perhaps
   * more than once: in the thread that creates its first stream.
   */
  public static void observe(Consumer<? super Group> observer) {
    OBSERVED_BY.incrementAndGet();
    OBSERVERS.add(observer); // first: whoever makes a group after that tells it
    List<Group> known = new ArrayList<>();
    for (WeakReference<Group> group : GROUPS.values()) {
      Group alive = group.get();
      if (alive != null) {
        known.add(alive);
      }
    }
    known.forEach(observer);
  }

  /** Undoes {@link #observe}. */
  public static void ignore(Consumer<? super Group> observer) {
    if (OBSERVERS.remove(observer)) {
      OBSERVED_BY.decrementAndGet();
    }
  }

  /** Returns whether anybody observes. */
  public static boolean areObserved() {
    return OBSERVED_BY.get() > 0;
  }

  /** Returns how many groups are kept, also those that were collected. For tests. */
  static int size() {
    return GROUPS.size();
  }
}
