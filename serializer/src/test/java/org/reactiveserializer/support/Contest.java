package org.reactiveserializer.support;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Effort;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Two threads, one of which ends a stream and then emits an item that must be refused. */
public final class Contest {
  private static final int SHARE = 500;

  /** How long to go on, in ns, if the threads rarely run at the same time: too few processors. */
  private static final long PATIENCE = Effort.rounds(1_000_000_000);

  /** How often a thread looks for the other one before it yields its processor. */
  private static final int SPINS = 300;

  private static final int LAGS = 8;
  private static final int LATE = 99;

  private final String rivals;
  private final AtomicInteger rounds = new AtomicInteger();
  private int accepted;

  private Contest(Rivals rivals) {
    this.rivals = rivals.toString();
  }

  /** The calls of the two threads before the late item. */
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

  /** Races {@code rounds} times, or less often if there are too few processors. */
  public static Contest of(Rivals rivals, Supplier<Fed> subjects, int rounds) {
    Contest contest = new Contest(rivals);
    long start = System.nanoTime();
    while (contest.rounds.get() < rounds && System.nanoTime() - start < PATIENCE) {
      contest.share(rivals, subjects);
    }
    return contest;
  }

  /** Returns whether a stream accepts the late item that ends in two steps, if the second comes in between. */
  public static boolean isTwinNoticed(Rivals rivals) {
    Broken twin = new Broken();
    twin.inBetween =
        () -> {
          rivals.second.accept(twin);
          twin.emit(LATE);
        };
    rivals.first.accept(twin);
    return ((Fed) twin).gotLate;
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
            delay(i % LAGS);
            rivals.first.accept(share.get(i));
          }
        },
        () -> {
          for (int i = 0; i < SHARE; i++) {
            Fed fed = share.get(i);
            meet(second, first, i);
            delay(i / LAGS % LAGS);
            rivals.second.accept(fed);
            fed.tookLate = fed.emit(LATE);
          }
        });
    accepted += (int) share.stream().filter(fed -> fed.tookLate || fed.gotLate).count();
  }

  /** Delays a thread, so that either of the two can be first. */
  private static void delay(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }

  /** Waits for the other thread. Returns whether the wait was as short as if both are running. */
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

  /** Returns how many late items were accepted. */
  public int accepted() {
    return accepted;
  }

  @Override
  public String toString() {
    return rivals + ": " + accepted + " of " + rounds + " late items were accepted";
  }

  /** The stream that the threads emit into, and its downstream. */
  public abstract static class Fed implements Subscriber<Integer> {
    private static final Throwable ERROR = new Exception("emitted");

    private volatile boolean tookLate;
    private volatile boolean gotLate;
    private long demand;

    /** Creates a sink of which {@code demand} items are requested. */
    public static Fed sink(Serializer<Integer> settings, long demand) {
      return new FedSink(settings.sink(), demand);
    }

    /** Creates a serialized subscriber. */
    public static Fed subscriber(Serializer<Integer> settings) {
      return new FedSubscriber(settings);
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
    private final SerialSink<Integer> sink;

    FedSink(SerialSink<Integer> sink, long demand) {
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
    private final SerialSubscriber<Integer> serialized;

    FedSubscriber(Serializer<Integer> settings) {
      serialized = settings.onErrorDropped(error -> {}).wrap(this);
      serialized.onSubscribe(new RecordingSubscription());
    }

    /** Returns false: only the downstream shows whether the item was accepted. */
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

  /** Ends in two steps, and returns after the first one if the other thread is inside. */
  private static final class Broken extends Fed {
    private Runnable inBetween = () -> {};
    private int inside;
    private boolean ended;
    private boolean closed;

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
      inside++;
      boolean result = action.getAsBoolean();
      Runnable once = inBetween;
      inBetween = () -> {};
      once.run();
      if (--inside == 0 && ended) {
        closed = true;
      }
      return result;
    }
  }
}
