package org.reactiveserializer.support;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Two threads, of which one ends a stream and then brings an item that is to be refused. */
public final class Contest {
  private static final int SHARE = 500;

  /** How long to go on if the two seldom run at the same time, for want of processors. */
  private static final long PATIENCE = 1_000_000_000;

  /** How long to look for what is known to be there. */
  private static final long MORE_PATIENCE = 20_000_000_000L;

  /** How long a thread looks for the other before it offers its processor. */
  private static final int SPINS = 300;

  private static final int LAGS = 8;
  private static final int LATE = 99;

  private final String rivals;
  private final AtomicInteger rounds = new AtomicInteger();
  private int accepted;

  private Contest(Rivals rivals) {
    this.rivals = rivals.toString();
  }

  /** What the two do before the late item. */
  public enum Rivals {
    TWO_COMPLETIONS(Fed::complete, Fed::complete),
    ERROR_AND_COMPLETION(fed -> fed.fail(Fed.ERROR), Fed::complete),
    COMPLETION_AND_ERROR(Fed::complete, fed -> fed.fail(Fed.ERROR)),
    ITEM_AND_COMPLETION(fed -> fed.emit(1), Fed::complete),
    ITEMS_AND_COMPLETION(
        fed -> {
          fed.emit(1);
          fed.emit(2);
          fed.emit(3);
        },
        fed -> {
          fed.emit(4);
          fed.complete();
        });

    private final Consumer<Fed> first;
    private final Consumer<Fed> second;

    Rivals(Consumer<Fed> first, Consumer<Fed> second) {
      this.first = first;
      this.second = second;
    }
  }

  /** Lets them race so often, if they have the processors for it. */
  public static Contest of(Rivals rivals, Supplier<Fed> subjects, int rounds) {
    Contest contest = new Contest(rivals);
    long start = System.nanoTime();
    while (contest.rounds.get() < rounds && System.nanoTime() - start < PATIENCE) {
      contest.share(rivals, subjects);
    }
    return contest;
  }

  /** Lets them race until one is accepted. */
  public static Contest until(Rivals rivals, Supplier<Fed> subjects) {
    Contest contest = new Contest(rivals);
    long start = System.nanoTime();
    while (contest.accepted == 0 && System.nanoTime() - start < MORE_PATIENCE) {
      contest.share(rivals, subjects);
    }
    return contest;
  }

  private void share(Rivals rivals, Supplier<Fed> subjects) {
    List<Fed> share = Stream.generate(subjects).limit(SHARE).toList();
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    Race.run(
        0,
        () -> {
          for (int i = 0; i < SHARE; i++) {
            if (meet(first, second, i)) {
              rounds.getAndIncrement();
            }
            tarry(i % LAGS);
            rivals.first.accept(share.get(i));
          }
        },
        () -> {
          for (int i = 0; i < SHARE; i++) {
            Fed fed = share.get(i);
            meet(second, first, i);
            tarry(i / LAGS % LAGS);
            rivals.second.accept(fed);
            fed.tookLate = fed.emit(LATE);
          }
        });
    accepted += (int) share.stream().filter(fed -> fed.tookLate || fed.gotLate).count();
  }

  /** So that now one is first, now the other. */
  private static void tarry(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }

  /** Waits for the other. Returns whether that did not take longer than if both are running. */
  private static boolean meet(AtomicInteger mine, AtomicInteger other, int round) {
    mine.set(round + 1);
    int spins = 0;
    while (other.get() <= round) {
      if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield(); // there may be fewer processors than threads
      }
    }
    return spins < SPINS;
  }

  /** How many late items were accepted. */
  public int accepted() {
    return accepted;
  }

  @Override
  public String toString() {
    return rivals + ": " + accepted + " of " + rounds + " were accepted after an answered end";
  }

  /** What they feed, and its downstream. */
  public abstract static class Fed implements Subscriber<Integer> {
    private static final Throwable ERROR = new Exception("brought");

    private volatile boolean tookLate;
    private volatile boolean gotLate;
    private long demand;

    /** A sink of which so much is requested. */
    public static Fed sink(Serializer<Integer> settings, long demand) {
      return new FedSink(settings.sink(), demand);
    }

    /** A serializer's subscriber. */
    public static Fed subscriber(Serializer<Integer> settings) {
      return new FedSubscriber(settings);
    }

    /** One that ends the stream in two steps, and tells of an end after the first. */
    public static Fed broken() {
      return new Broken();
    }

    abstract boolean emit(int item);

    abstract void complete();

    abstract void fail(Throwable error);

    @Override
    public void onSubscribe(Subscription subscription) {
      if (demand > 0) {
        subscription.request(demand);
      }
    }

    @Override
    public void onNext(Integer item) {
      if (item == LATE) {
        gotLate = true;
      }
      Race.linger();
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  private static final class FedSink extends Fed {
    private final SerializedSink<Integer> sink;

    FedSink(SerializedSink<Integer> sink, long demand) {
      this.sink = sink;
      super.demand = demand;
      sink.subscribe(this);
    }

    @Override
    boolean emit(int item) {
      return sink.tryEmit(item).isAccepted();
    }

    @Override
    void complete() {
      sink.tryComplete();
    }

    @Override
    void fail(Throwable error) {
      sink.tryFail(error);
    }
  }

  private static final class FedSubscriber extends Fed {
    private final SerializedSubscriber<Integer> serialized;

    FedSubscriber(Serializer<Integer> settings) {
      serialized = settings.onDropped(error -> {}).wrap(this);
      serialized.onSubscribe(new RecordingSubscription());
    }

    /** Whether it was accepted, the downstream is to tell. */
    @Override
    boolean emit(int item) {
      serialized.onNext(item);
      return false;
    }

    @Override
    void complete() {
      serialized.onComplete();
    }

    @Override
    void fail(Throwable error) {
      serialized.onError(error);
    }
  }

  private static final class Broken extends Fed {
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean ended;
    private volatile boolean closed;

    @Override
    boolean emit(int item) {
      if (closed) {
        return false;
      }
      return inside(
          () -> {
            onNext(item);
            return true;
          });
    }

    @Override
    void complete() {
      inside(
          () -> {
            ended = true;
            return true;
          });
    }

    @Override
    void fail(Throwable error) {
      complete();
    }

    private boolean inside(BooleanSupplier action) {
      inside.getAndIncrement();
      boolean result = action.getAsBoolean();
      Race.linger();
      if (inside.decrementAndGet() == 0 && ended) {
        closed = true;
      }
      return result;
    }
  }
}
