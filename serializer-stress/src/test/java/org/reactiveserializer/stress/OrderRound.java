package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.stress.Timeline.Emission;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One round of the soak test of order: a serial source that changes threads, beside threads that
 * emit what they like, into something that serializes; the downstream takes some time, and may emit
 * from within. Whatever was emitted before is delivered first.
 */
final class OrderRound implements Soak.Round, Subscriber<Emission> {
  /** What serializes. */
  enum Kind {
    WRAPPED,
    TASKS,
    LIMITED,
    SINK,
    BOUNDED,
    SLOWLY_REQUESTED,
    MERGED
  }

  private static final int MOST_ITEMS = 3_000;
  private static final int MOST_NOISY = 2;
  private static final int LONGEST_BURST = 40;
  private static final int HOPPING = 2;

  private final Timeline timeline = new Timeline();
  private final CountDownLatch delivered;
  private final Kind kind;
  private final int items;
  private final int noisy;
  private final int burst;
  private final int work;
  private final boolean echoes;
  private final boolean virtual;
  private final @Nullable Workers workers;
  // Those of the serial source, those of the noisy threads, and one of the downstream.
  private final List<Consumer<Emission>> sources = new ArrayList<>();
  private final boolean byOnes;

  // How many items of the serial source were emitted. Whose turn it is follows from that.
  private volatile int turn;

  // By the downstream.
  private @Nullable Subscription subscription;

  /** Draws a round. */
  OrderRound(Random random) {
    kind = Kind.values()[random.nextInt(Kind.values().length)];
    items = HOPPING * LONGEST_BURST + random.nextInt(MOST_ITEMS);
    noisy = random.nextInt(MOST_NOISY + 1);
    burst = 1 + random.nextInt(LONGEST_BURST);
    work = random.nextInt(3) == 0 ? random.nextInt(100) : 0;
    echoes = random.nextBoolean();
    virtual = random.nextBoolean();
    byOnes = kind == Kind.SLOWLY_REQUESTED;
    int all = items * (1 + noisy);
    delivered = new CountDownLatch(echoes ? 2 * all : all);
    workers =
        kind == Kind.TASKS || kind == Kind.LIMITED
            ? new Workers(
                1,
                virtual,
                (thread, thrown) -> {
                  throw new IllegalStateException(thrown);
                })
            : null;
    connect();
  }

  private void connect() {
    switch (kind) {
      case WRAPPED -> all(Serializer.<Emission>withDefaults().wrap(this));
      case TASKS -> all(Serializer.<Emission>withDefaults().deliverOn(executor()).wrap(this));
      case LIMITED -> all(Serializer.<Emission>withDefaults().drainLimit(3, executor()).wrap(this));
      case SINK, SLOWLY_REQUESTED -> all(Serializer.<Emission>withDefaults().sink());
      case BOUNDED ->
          all(Serializer.<Emission>withDefaults().bounded(1 << 20, Overflow.ERROR).sink());
      case MERGED -> {
        List<PushedSource<Emission>> inners =
            Stream.generate(() -> new PushedSource<Emission>()).limit(HOPPING + noisy + 1).toList();
        Merge.<Emission>withDefaults().prefetch(Integer.MAX_VALUE).of(inners).subscribe(this);
        inners.forEach(inner -> sources.add(inner::emit));
      }
    }
  }

  private Executor executor() {
    return Objects.requireNonNull(workers);
  }

  private void all(Subscriber<Emission> serializer) {
    for (int i = 0; i <= HOPPING + noisy; i++) {
      sources.add(serializer::onNext);
    }
  }

  private void all(SerialSink<Emission> sink) {
    sink.subscribe(this);
    for (int i = 0; i <= HOPPING + noisy; i++) {
      sources.add(sink::tryEmit);
    }
  }

  @Override
  public void run() {
    List<Threads.Task> tasks = new ArrayList<>();
    for (int i = 0; i < HOPPING + noisy; i++) {
      int own = i;
      tasks.add(Threads.start(virtual, () -> emitAll(own)));
    }
    tasks.forEach(Threads.Task::join);
    Threads.await(delivered);
    if (workers != null) {
      workers.close();
    }
    if (timeline.missing() != 0 || timeline.overtakers() != 0) {
      throw new IllegalStateException(
          timeline.missing() + " missing, overtakers: " + timeline.overtakers());
    }
  }

  private void emitAll(int own) {
    Consumer<Emission> source = sources.get(own);
    if (own >= HOPPING) {
      for (int i = 0; i < items; i++) {
        emit(source, new Emission());
      }
      return;
    }
    for (int next = turn; next < items; next = turn) {
      if (next / burst % HOPPING == own) {
        emit(source, new Emission());
        turn = next + 1;
      } else {
        Thread.yield();
      }
    }
  }

  private void emit(Consumer<Emission> source, Emission item) {
    timeline.begin(item);
    source.accept(item);
    timeline.end(item);
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
    arrived.request(byOnes ? 1 : Long.MAX_VALUE);
  }

  @Override
  public void onNext(Emission item) {
    timeline.deliver(item);
    for (int i = 0; i < work; i++) {
      Thread.onSpinWait();
    }
    if (echoes && !(item instanceof Echo)) {
      emit(sources.get(HOPPING + noisy), new Echo());
    }
    if (byOnes) {
      Objects.requireNonNull(subscription).request(1);
    }
    delivered.countDown();
  }

  @Override
  public void onError(Throwable error) {
    throw new IllegalStateException(error);
  }

  @Override
  public void onComplete() {}

  @Override
  public int items() {
    return (int) (items * (1L + noisy));
  }

  @Override
  public String toString() {
    return String.format(
        "%s, %d items in bursts of %d, %d noisy%s, downstream takes %d%s",
        kind, items, burst, noisy, virtual ? ", virtual" : "", work, echoes ? " and emits" : "");
  }

  private static final class Echo extends Emission {}
}
