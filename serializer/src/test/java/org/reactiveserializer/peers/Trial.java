package org.reactiveserializer.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.peers.Entrance.Item;
import org.reactiveserializer.peers.Entrance.Lost;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Sinks.EmissionException;

/**
 * Plays a script, the same steps for every library, and reports the outcomes of all items and errors.
 * The threads of a script take turns ({@link Elsewhere}), so that every run is the same.
 *
 * <p>The report has a line for each of the following lists that is not empty:
 *
 * <pre>
 * signals:   the signals that the downstream received
 * discarded: the items that a hook of the library received
 * dropped:   the errors that a hook of the library received
 * thrown:    the signals that threw to the caller, each with the exception
 * held:      items and errors without any of these outcomes that the library still holds
 * lost:      items and errors without any of these outcomes that the library no longer holds
 * upstream:  the cancellations of the upstream
 * </pre>
 */
final class Trial {
  private final RecordingSubscriber<Item> downstream = new RecordingSubscriber<>();
  private final RecordingSubscription upstream = new RecordingSubscription();
  private final List<Item> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final List<String> thrown = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, WeakReference<Object>> sent =
      Collections.synchronizedMap(new LinkedHashMap<>());
  private final Subscriber<Item> entrance;

  private Trial(Entrance kind) {
    downstream.onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
    entrance = kind.before(downstream, new Lost(discarded::add, dropped::add));
    entrance.onSubscribe(upstream);
  }

  /** Plays {@code script} to {@code entrance} and compares the whole report. */
  static void assertReport(Entrance entrance, Consumer<Trial> script, String expected) {
    try {
      Trial trial = new Trial(entrance);
      script.accept(trial);
      assertEquals(expected, trial.report());
    } finally {
      Entrance.unhook();
    }
  }

  void next(String... names) {
    for (String name : names) {
      Item item = new Item(name);
      sent.put(name, new WeakReference<>(item));
      send(name, () -> entrance.onNext(item));
    }
  }

  void error(String name) {
    Throwable error = new Failure(name);
    sent.put(name, new WeakReference<>(error));
    send(name, () -> entrance.onError(error));
  }

  void complete() {
    send("completion", entrance::onComplete);
  }

  private void send(String name, Runnable signal) {
    try {
      signal.run();
    } catch (EmissionException refused) {
      thrown.add(name + " " + refused.getReason());
    } catch (RuntimeException e) {
      thrown.add(name + " " + e.getMessage());
    }
  }

  void cancel() {
    downstream.subscription().cancel();
  }

  /** Makes the downstream run {@code action} when it receives the item of this name. */
  void in(String name, Runnable action) {
    downstream.on(new Item(name), action);
  }

  /**
   * Makes another thread run {@code action} while the downstream is inside {@code onNext} with the
   * item of this name.
   */
  void during(String name, Runnable action) {
    in(name, () -> Elsewhere.run(action));
  }

  /** Makes the downstream throw when it receives the item of this name. */
  void throwIn(String name) {
    in(
        name,
        () -> {
          throw new Failure("boom");
        });
  }

  private String report() {
    List<Object> signals = downstream.signals().stream().filter(s -> s != "subscribed").toList();
    List<Object> calls = upstream.calls().stream().filter("cancel"::equals).toList();
    List<String> missing = missing(signals);
    List<String> held = missing.isEmpty() ? missing : stillReachable(missing);
    List<String> lost = missing.stream().filter(name -> !held.contains(name)).toList();
    return line("signals", signals)
        + line("discarded", discarded)
        + line("dropped", dropped)
        + line("thrown", thrown)
        + line("held", held)
        + line("lost", lost)
        + line("upstream", calls);
  }

  private List<String> missing(List<Object> signals) {
    List<String> missing = new ArrayList<>(sent.keySet());
    signals.forEach(signal -> missing.remove(signal.toString()));
    discarded.forEach(item -> missing.remove(item.name()));
    dropped.forEach(error -> missing.remove(error.toString()));
    thrown.forEach(line -> missing.remove(line.substring(0, line.indexOf(' '))));
    return missing;
  }

  private List<String> stillReachable(List<String> names) {
    // Younger than all items and errors: once it is collected, the collector has examined those,
    // too.
    WeakReference<Object> control = new WeakReference<>(new Object());
    while (control.get() != null) {
      System.gc();
    }
    List<String> reachable = names.stream().filter(this::isReachable).toList();
    Reference.reachabilityFence(entrance);
    return reachable;
  }

  private boolean isReachable(String name) {
    return Objects.requireNonNull(sent.get(name)).get() != null;
  }

  private static String line(String title, List<?> entries) {
    if (entries.isEmpty()) {
      return "";
    }
    return title + ": " + String.join(", ", entries.stream().map(Object::toString).toList()) + "\n";
  }

  /** An error that a script sends or that its downstream throws, known by its name. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String name;

    Failure(String name) {
      super(name);
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
