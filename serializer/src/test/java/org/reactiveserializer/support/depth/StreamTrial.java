package org.reactiveserializer.support.depth;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.Situation.Next;
import org.reactiveserializer.support.depth.Situation.Where;

/**
 * One call to a subscriber or a sink, at one depth of the stack; and what is to be in order then.
 */
final class StreamTrial extends DepthTrial {
  private static final int ITEMS = 32;

  /** From here on those that are brought when there is stack again. */
  private static final int LATER = 20;

  /** That of the call. */
  private static final int OWN = 10;

  private static final Integer[] ITEM = new Integer[ITEMS];

  static {
    for (int i = 0; i < ITEMS; i++) {
      ITEM[i] = i;
    }
  }

  private final Situation situation;
  private final StackSubject subject;
  private final Record record;
  private final Throwable error = new Exception("brought");

  private final boolean[] brought = new boolean[ITEMS];
  private final boolean[] returned = new boolean[ITEMS];
  private final @Nullable EmitResult[] answers = new EmitResult[ITEMS];
  private @Nullable EmitResult answerToNext;
  private int cancelledAt = Integer.MAX_VALUE;

  StreamTrial(Situation situation, StackSubject subject) {
    this.situation = situation;
    this.subject = subject;
    this.record = subject.record;
    if (situation.entry() == Entry.SUBSCRIBE) {
      prepare();
      return;
    }
    subject.subscribe(record);
    if (situation.where() == Where.OUTSIDE) {
      request(situation.supply().demand);
      prepare();
    } else {
      request(situation.supply().demand + 1);
    }
    if (situation.where() == Where.THROUGH) {
      record.at(ITEM[0], this::actWithin);
    }
  }

  private void request(long n) {
    if (n > 0) {
      subject.request(n);
    }
  }

  /** Has items wait. */
  private void prepare() {
    for (int i = 1; i <= situation.supply().waiting; i++) {
      bring(i);
    }
  }

  private void bring(int i) {
    brought[i] = true;
    answers[i] = subject.next(ITEM[i]);
    returned[i] = true;
  }

  @Override
  protected void act() {
    begun = true;
    if (situation.where() == Where.THROUGH) {
      bring(0);
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
    bring(0);
  }

  private void call() {
    switch (situation.entry()) {
      case NEXT -> bring(OWN);
      case NEXT_PATIENTLY -> {
        brought[OWN] = true;
        answers[OWN] = subject.nextPatiently(ITEM[OWN]);
        returned[OWN] = true;
      }
      case COMPLETE -> subject.complete();
      case FAIL -> subject.fail(error);
      case SUBSCRIBE -> subject.subscribe(record);
      case REQUEST -> subject.request(5);
      case REQUEST_NOTHING -> subject.request(0);
      case CANCEL -> subject.cancel();
      default -> throw new AssertionError(situation.entry());
    }
  }

  @Override
  @Nullable String settle() {
    if (thrown != null && !(thrown instanceof StackOverflowError)) {
      return "it threw " + thrown;
    }
    callNext();
    int backlog = subject.backlog();
    int terminals = record.terminals;
    if (backlog > 0 && subject.requested() > 0) {
      return "held back: " + backlog + " wait, and " + subject.requested() + " are requested";
    }
    if (record.arrivals == 0 && subject.refuses()) {
      EmitResult last = answer(LATER + 1);
      return last.isAccepted() || subject.backlog() > 0
          ? "never told that it is subscribed, and " + last + " to an item"
          : fates();
    }
    request(1000);
    subscribeAgain();
    if (subject.backlog() > 0) {
      return "held back: " + subject.backlog() + " wait, though as many as you like are requested";
    }
    EmitResult item = answer(LATER + 1);
    EmitResult end = subject.answerToCompletion();
    String seen = item + " to an item, then " + end + " to a completion";
    EmitResult last = answer(LATER + 2);
    if (item != end) {
      return "at odds: " + seen;
    }
    if (end == EmitResult.DELIVERED && subject.hasUpstream() && record.requested < 1000) {
      return "the upstream was asked for " + record.requested;
    }
    if (last != (end == EmitResult.DELIVERED ? EmitResult.TERMINATED : end)) {
      return "at odds: " + seen + ", then " + last + " to an item";
    }
    boolean lenient = thrown != null && !EXACT;
    if (end == EmitResult.TERMINATED && record.terminals == 0 && !lenient) {
      return "no terminal, though TERMINATED";
    }
    if (end == EmitResult.TERMINATED && backlog == 0 && terminals < record.terminals) {
      return "the terminal came late, and nothing waited";
    }
    if (end == EmitResult.CANCELLED
        && subject.hasUpstream()
        && record.cancellations == 0
        && !lenient) {
      return "neither ended nor cancelled: " + seen;
    }
    return end == EmitResult.OVERFLOW || end == EmitResult.QUEUED ? "wedged: " + seen : fates();
  }

  /**
   * The call that brings the upstream may have thrown before it did anything: then it can be made again. If it did
   * something, the upstream is now cancelled in place of being asked, which is found.
   */
  private void subscribeAgain() {
    boolean alive = situation.next() == Next.NEXT || situation.next() == Next.REQUEST;
    if (situation.entry() == Entry.SUBSCRIBE
        && thrown != null
        && alive
        && subject.hasUpstream()
        && record.requested == 0) {
      subject.subscribe(record);
    }
  }

  private EmitResult answer(int i) {
    brought[i] = true;
    EmitResult answer = subject.answer(ITEM[i]);
    returned[i] = true;
    answers[i] = answer;
    return answer;
  }

  private void callNext() {
    switch (situation.next()) {
      case NEXT -> bring(LATER);
      case COMPLETE -> answerToNext = subject.complete();
      case REQUEST -> subject.request(1000);
      case CANCEL -> {
        subject.cancel();
        cancelledAt = record.signalled;
      }
    }
  }

  /** What is wrong with what became of each item, or null. */
  private @Nullable String fates() {
    if (record.signalled > cancelledAt) {
      return "a signal after the cancellation";
    }
    int lost = 0;
    for (int i = 0; i < ITEMS; i++) {
      int fates = record.delivered(ITEM[i]) + record.discarded(ITEM[i]);
      EmitResult answer = answers[i];
      boolean refused = answer != null && !answer.isAccepted() && subject.tells();
      if (fates > (brought[i] && !refused ? 1 : 0)) {
        return i + " has " + fates + " fates, and the answer " + answer;
      }
      // One may have been on its way into the downstream, or into the hook, when the stack ended.
      if (returned[i] && !refused && fates == 0 && (thrown == null || ++lost > 1)) {
        return i + " is lost, and the answer was " + answer;
      }
    }
    return order();
  }

  private @Nullable String order() {
    int[] last = {-1, -1, -1};
    for (int i = 0; i < record.signalled; i++) {
      Object signal = Objects.requireNonNull(record.signals[i]);
      if (!(signal instanceof Integer item)) {
        return i == record.signalled - 1 ? null : "a signal after the terminal";
      }
      int thread = threadOf(item);
      if (item < last[thread]) {
        return item + " came behind " + last[thread];
      }
      last[thread] = item;
    }
    return null;
  }

  private int threadOf(int item) {
    if (item < OWN || item < LATER && situation.where() != Where.MEANWHILE) {
      return 0;
    }
    return item < LATER ? 1 : situation.next().isElsewhere() ? 2 : 0;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(record.toString()).append("; answers");
    for (int i = 0; i < ITEMS; i++) {
      if (brought[i]) {
        text.append(' ').append(i).append(':');
        text.append(!returned[i] ? "thrown" : answers[i] == null ? "-" : answers[i].toString());
      }
    }
    if (situation.next() == Next.COMPLETE) {
      text.append("; to the completion ").append(answerToNext);
    }
    return text.toString();
  }
}
