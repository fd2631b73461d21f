package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.subscribers.SerializedSubscriber;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * All that is measured, under the names that the command line knows. Each gets the same downstream
 * and is entered in the same way, by a {@link Consumer}: no one has a call more than another.
 */
enum Contender {
  /** Ours. */
  SERIALIZER(Role.OURS, "this library", Serializer.class, Contender::serializer),

  /** What one writes without a library. */
  SYNCHRONIZED(Role.RIVAL, "a monitor around onNext", Object.class, Contender::monitor),

  /** The same with a lock. */
  REENTRANT_LOCK(Role.RIVAL, "a ReentrantLock around onNext", ReentrantLock.class, Contender::lock),

  /** RxJava. */
  RXJAVA(
      Role.RIVAL, "RxJava's SerializedSubscriber", SerializedSubscriber.class, Contender::rxjava),

  /** Reactor. */
  REACTOR(Role.RIVAL, "Reactor's Operators.serialize", Operators.class, Contender::reactor),

  /** Mutiny. */
  MUTINY(Role.RIVAL, "Mutiny's SerializedSubscriber", Infrastructure.class, Contender::mutiny),

  /** As fast as it gets with one producer, and wrong with more. */
  UNSERIALIZED(Role.CEILING, "the downstream itself", Object.class, Contender::itself);

  /** Why a contender is here. */
  enum Role {
    /** To be compared with the best rival. */
    OURS,
    /** A choice that users have. */
    RIVAL,
    /** What no serializer can reach. */
    CEILING
  }

  private final Role role;
  private final String description;
  private final Class<?> origin;
  private final Function<Arrivals, Consumer<Integer>> opening;

  Contender(
      Role role,
      String description,
      Class<?> origin,
      Function<Arrivals, Consumer<Integer>> opening) {
    this.role = role;
    this.description = description;
    this.origin = origin;
    this.opening = opening;
  }

  /** Creates a serializer in front of {@code downstream} and returns the way into it. */
  Consumer<Integer> open(Arrivals downstream) {
    return opening.apply(downstream);
  }

  Role role() {
    return role;
  }

  String description() {
    return description;
  }

  /** Returns where it comes from, with the version: the name of the jar, or the JDK's. */
  String artifact() {
    CodeSource source = origin.getProtectionDomain().getCodeSource();
    return source == null
        ? "JDK " + Runtime.version()
        : Path.of(URI.create(source.getLocation().toString())).getFileName().toString();
  }

  /** Returns the name that the command line knows. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finds a contender by its label. */
  static Optional<Contender> labelled(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns the contender with a label that is known to exist. */
  static Contender of(String label) {
    return labelled(label).orElseThrow(() -> new IllegalArgumentException("Unknown: " + label));
  }

  /** Returns all in a role. */
  static List<Contender> in(Role role) {
    return Arrays.stream(values()).filter(each -> each.role == role).toList();
  }

  private static Consumer<Integer> serializer(Arrivals downstream) {
    return started(Serializer.<Integer>unbounded().wrap(downstream))::onNext;
  }

  private static Consumer<Integer> rxjava(Arrivals downstream) {
    return started(new SerializedSubscriber<>(downstream))::onNext;
  }

  private static Consumer<Integer> reactor(Arrivals downstream) {
    return started(Operators.serialize(downstream))::onNext;
  }

  private static Consumer<Integer> mutiny(Arrivals downstream) {
    var subscriber =
        new io.smallrye.mutiny.subscription.SerializedSubscriber<Integer>(downstream);
    subscriber.onSubscribe(Unheeding.INSTANCE);
    return subscriber::onItem;
  }

  private static Consumer<Integer> itself(Arrivals downstream) {
    return downstream::onNext;
  }

  private static Consumer<Integer> monitor(Arrivals downstream) {
    Object monitor = new Object();
    return item -> {
      synchronized (monitor) {
        downstream.onNext(item);
      }
    };
  }

  private static Consumer<Integer> lock(Arrivals downstream) {
    ReentrantLock lock = new ReentrantLock();
    return item -> {
      lock.lock();
      try {
        downstream.onNext(item);
      } finally {
        lock.unlock();
      }
    };
  }

  private static <S extends Subscriber<Integer>> S started(S subscriber) {
    subscriber.onSubscribe(Unheeding.INSTANCE);
    return subscriber;
  }

  /** The subscription of an upstream that pushes what it has, whatever is requested. */
  private enum Unheeding implements Subscription, Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
