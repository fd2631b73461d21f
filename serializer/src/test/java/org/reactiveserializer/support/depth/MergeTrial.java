package org.reactiveserializer.support.depth;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.Situation.Next;
import org.reactiveserializer.support.depth.Situation.Where;
import org.reactivestreams.Publisher;

/** One call of a merge, at one depth of the stack, and the checks afterwards. */
final class MergeTrial extends DepthTrial {
  private static final int ITEMS = 32;

  /** The first of the items of b that are emitted when there is enough stack again. */
  private static final int LATER = 20;

  /** The item of a; the items before it are of b. */
  private static final int OWN = 10;

  private static final int MUCH = 1000;
  private static final Integer[] ITEM = new Integer[ITEMS];

  static {
    for (int i = 0; i < ITEMS; i++) {
      ITEM[i] = i;
    }
  }

  private final Situation situation;
  private final Record record = new Record();
  private final Source<Publisher<Integer>> outer = new Source<>(false);
  private final Source<Integer> a = new Source<>(false);
  private final Source<Integer> b = new Source<>(false);
  private final Source<Integer> c = new Source<>(false);
  private final Source<Integer> quiet = new Source<>(true);
  private final Throwable error = new Exception("emitted");
  private final boolean[] returned = new boolean[ITEMS];
  private final boolean[] emitted = new boolean[ITEMS];
  private int cancelledAt = Integer.MAX_VALUE;

  MergeTrial(Situation situation) {
    this.situation = situation;
    Merge.<Integer>withDefaults()
        .concurrency(Integer.MAX_VALUE)
        .onDiscard(record::discard)
        .onErrorDropped(record::drop)
        .<Integer>merge(outer)
        .subscribe(record);
    outer.subscriber().onNext(a);
    outer.subscriber().onNext(b);
    outer.subscriber().onNext(quiet);
    boolean outside = situation.where() == Where.OUTSIDE;
    long demand = situation.supply().demand + (outside ? 0 : 1);
    if (demand > 0) {
      request(demand);
    }
    if (outside) {
      prepare();
    }
    if (situation.where() == Where.THROUGH) {
      record.at(ITEM[0], this::actWithin);
    }
  }

  private void request(long n) {
    Objects.requireNonNull(record.subscription).request(n);
  }

  private void cancel() {
    Objects.requireNonNull(record.subscription).cancel();
  }

  private void prepare() {
    for (int i = 1; i <= situation.supply().waiting; i++) {
      emit(b, i);
    }
  }

  private void emit(Source<Integer> source, int i) {
    emitted[i] = true;
    source.subscriber().onNext(ITEM[i]);
    returned[i] = true;
  }

  @Override
  protected void act() {
    begun = true;
    if (situation.where() == Where.THROUGH) {
      emit(b, 0);
    } else {
      call();
    }
  }

  private void actWithin() {
    prepare();
    call();
  }

  @Override
  protected void within(Runnable action) {
    record.at(
        ITEM[0],
        () -> {
          prepare();
          action.run();
        });
    emit(b, 0);
  }

  private void call() {
    switch (situation.entry()) {
      case INNER_NEXT -> emit(a, OWN);
      case INNER_COMPLETE -> {
        a.subscriber().onComplete();
        a.ended = true;
      }
      case INNER_FAIL -> {
        a.subscriber().onError(error);
        a.ended = true;
      }
      case INNER_SUBSCRIBE -> quiet.subscriber().onSubscribe(quiet);
      case OUTER_NEXT -> outer.subscriber().onNext(c);
      case OUTER_COMPLETE -> {
        outer.subscriber().onComplete();
        outer.ended = true;
      }
      case OUTER_FAIL -> {
        outer.subscriber().onError(error);
        outer.ended = true;
      }
      case REQUEST -> request(5);
      case REQUEST_NOTHING -> request(0);
      case CANCEL -> cancel();
      default -> throw new AssertionError(situation.entry());
    }
  }

  @Override
  @Nullable String settle() {
    if (thrown != null && !(thrown instanceof StackOverflowError)) {
      return "the call threw " + thrown;
    }
    switch (situation.next()) {
      case NEXT -> emit(b, LATER);
      case COMPLETE -> b.complete();
      case REQUEST -> request(MUCH);
      case CANCEL -> {
        cancel();
        cancelledAt = record.signalled;
      }
    }
    boolean demand = situation.supply().demand > 0 || situation.next() == Next.REQUEST;
    int before = demand ? outcomes() : 0;
    request(MUCH);
    int after = outcomes();
    if (demand && after > before) {
      return "held back: " + (after - before) + " had to wait for another request";
    }
    if (!b.ended) {
      emit(b, LATER + 1);
      if (outcomes() > after + 1) {
        return "held back: " + (outcomes() - after - 1) + " were delivered only with the next item";
      }
    }
    return fault();
  }

  /** How many items have an outcome. */
  private int outcomes() {
    int outcomes = 0;
    for (Integer item : ITEM) {
      outcomes += fatesOf(item);
    }
    return outcomes;
  }

  private int fatesOf(Integer item) {
    return record.delivered(item) + record.discarded(item);
  }

  private @Nullable String fault() {
    boolean alive = record.terminals == 0 && a.lives() | b.lives() | outer.lives();
    if (alive && situation.entry() == Entry.INNER_SUBSCRIBE && quiet.requested == 0) {
      Source<Integer> second = new Source<>(true);
      quiet.subscriber().onSubscribe(second);
      if (second.requested == 0) {
        return "a source has a subscription, but nothing is requested of it";
      }
    }
    int live = live(a, Entry.INNER_COMPLETE, Entry.INNER_FAIL);
    live += live(outer, Entry.OUTER_COMPLETE, Entry.OUTER_FAIL) + (b.lives() ? 1 : 0);
    a.complete();
    b.complete();
    c.complete();
    quiet.complete();
    outer.complete();
    // One cancellation may have been lost when the stack overflowed.
    if (record.terminals == 0 && live > (thrown != null ? 1 : 0) && (EXACT || thrown == null)) {
      return "all sources have ended, but the merge has not; "
          + live
          + " were not cancelled before";
    }
    if (record.signalled > cancelledAt) {
      return "a signal after the cancellation";
    }
    int lost = 0;
    for (int i = 0; i < ITEMS; i++) {
      int outcomes = fatesOf(ITEM[i]);
      if (outcomes > (emitted[i] ? 1 : 0)) {
        return i + " has " + outcomes + " outcomes";
      }
      // One item may be lost: it was passed to the downstream or the hook when the stack
      // overflowed.
      if (returned[i] && outcomes == 0 && (thrown == null || ++lost > 1)) {
        return i + " is lost";
      }
    }
    return order();
  }

  /** Returns 1 if the source neither ended nor was cancelled, unless the call may have ended it. */
  private int live(Source<?> source, Entry... ends) {
    return source.lives() && !List.of(ends).contains(situation.entry()) ? 1 : 0;
  }

  private @Nullable String order() {
    int last = -1; // of b
    for (int i = 0; i < record.signalled; i++) {
      Object signal = Objects.requireNonNull(record.signals[i]);
      if (!(signal instanceof Integer item)) {
        return i == record.signalled - 1 ? null : "a signal after the terminal";
      }
      if (item != OWN) {
        if (item < last) {
          return item + " arrived after " + last;
        }
        last = item;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(record.toString()).append("; emitted");
    for (int i = 0; i < ITEMS; i++) {
      if (emitted[i]) {
        text.append(' ').append(i).append(returned[i] ? "" : "(thrown)");
      }
    }
    return text.append("; outer ")
        .append(outer)
        .append("; a ")
        .append(a)
        .append("; b ")
        .append(b)
        .toString();
  }
}
