package org.reactiveserializer.observability.meters;

import java.lang.ref.Reference;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactiveserializer.internal.settings.Dropped;

/** The groups of all streams of the process that have a name, from the first use of this class on. */
final class StreamGroups {
  private static final Map<Key, StreamGroup> GROUPS = new ConcurrentHashMap<>();
  private static final Queue<Consumer<StreamGroup>> OBSERVERS = new ConcurrentLinkedQueue<>();

  static {
    Streams.observe(StreamGroups::add);
  }

  private StreamGroups() {}

  static void add(Registration stream) {
    Key key = new Key(stream.kind, stream.name);
    StreamGroup known = GROUPS.get(key);
    if (known != null) {
      known.add(stream);
      return;
    }
    NamedStream alive = stream.get();
    if (alive == null) {
      return; // it was collected: nobody knows the reasons
    }
    StreamGroup made = new StreamGroup(stream.kind, stream.name);
    try {
      made.add(stream); // first: an observer asks for its reasons
    } finally {
      Reference.reachabilityFence(alive);
    }
    StreamGroup other = GROUPS.putIfAbsent(key, made);
    if (other != null) {
      other.add(stream);
    } else {
      OBSERVERS.forEach(observer -> tell(observer, made));
    }
  }

  /** What one registry throws does not disturb the others. */
  private static void tell(Consumer<StreamGroup> observer, StreamGroup made) {
    try {
      observer.accept(made);
    } catch (RuntimeException thrown) {
      Dropped.uncaught(thrown);
    }
  }

  /**
   * Calls {@code observer} for each group that there is, and for each that is made from now on, perhaps
   * twice: in the thread that creates its first stream.
   */
  static void observe(Consumer<StreamGroup> observer) {
    OBSERVERS.add(observer); // first: whoever makes a group after that tells it
    GROUPS.values().forEach(observer);
  }

  /** Undoes {@link #observe}. */
  static void ignore(Consumer<StreamGroup> observer) {
    OBSERVERS.remove(observer);
  }

  private record Key(String kind, String name) {}
}
