package org.reactiveserializer.support.depth;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.Situation.Next;
import org.reactiveserializer.support.depth.Situation.Where;

/**
 * One call of a subscriber or a sink, at one depth of the stack, and the checks afterwards.
 */
final class StreamTrial extends DepthTrial {
  private static final int ITEMS = 32;

  /** The first of the items that are emitted when there is enough stack again. */
  private static final int LATER = 20;

  /** The item of the call. */
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
  private final Throwable error = new Exception("emitted");

  private final boolean[] emitted = new boolean[ITEMS];
  private final boolean[] returned = new boolean[ITEMS];
  private final @Nullable EmitOutcome[] answers = new EmitOutcome[ITEMS];
  private @Nullable EmitOutcome answerToNext;
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

  /** Emits the items that wait in this situation. */
  private void prepare() {
    for (int i = 1; i <= situation.supply().waiting; i++) {
      emit(i);
    }
  }

  private void emit(int i) {
    emitted[i] = true;
    answers[i] = subject.next(ITEM[i]);
    returned[i] = true;
  }

  @Override
  protected void act() {
    begun = true;
    if (situation.where() == Where.THROUGH) {
      emit(0);
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
    emit(0);
  }

  private void call() {
    switch (situation.entry()) {
      case NEXT -> emit(OWN);
      case NEXT_PATIENTLY -> {
        emitted[OWN] = true;
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
      return "the call threw " + thrown;
    }
    callNext();
    int backlog = subject.backlog();
    int terminals = record.terminals;
    if (backlog > 0 && subject.requested() > 0) {
      return "held back: " + backlog + " wait, but " + subject.requested() + " are requested";
    }
    if (record.arrivals == 0 && subject.refuses()) {
      EmitOutcome last = answer(LATER + 1);
      return last.isAccepted() || subject.backlog() > 0
          ? "the downstream received no subscription, and an item returned " + last
          : outcomes();
    }
    request(1000);
    subscribeAgain();
    if (subject.backlog() > 0) {
      return "held back: " + subject.backlog() + " wait, but enough are requested";
    }
    EmitOutcome item = answer(LATER + 1);
    EmitOutcome end = subject.answerToCompletion();
    String seen = "an item returned " + item + ", then a completion " + end;
    EmitOutcome last = answer(LATER + 2);
    if (item != end) {
      return "inconsistent: " + seen;
    }
    if (end == EmitOutcome.DELIVERED && subject.hasUpstream() && record.requested < 1000) {
      return "requested of the upstream: " + record.requested;
    }
    if (last != (end == EmitOutcome.DELIVERED ? EmitOutcome.TERMINATED : end)) {
      return "inconsistent: " + seen + ", then an item " + last;
    }
    boolean lenient = thrown != null && !EXACT;
    if (end == EmitOutcome.TERMINATED && record.terminals == 0 && !lenient) {
      return "no terminal signal, but the result TERMINATED";
    }
    if (end == EmitOutcome.TERMINATED && backlog == 0 && terminals < record.terminals) {
      return "the terminal signal was late, but no item waited";
    }
    if (end == EmitOutcome.CANCELLED
        && subject.hasUpstream()
        && record.cancellations == 0
        && !lenient) {
      return "neither ended nor cancelled: " + seen;
    }
    return end == EmitOutcome.OVERFLOW || end == EmitOutcome.QUEUED ? "stuck: " + seen : outcomes();
  }

  /**
   * The call that passes on the upstream's subscription may have thrown before it had any effect:
   * then it is made again. If it had an effect, the second call cancels the upstream instead of
   * requesting from it, which is found as a fault.
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

  private EmitOutcome answer(int i) {
    emitted[i] = true;
    EmitOutcome answer = subject.answer(ITEM[i]);
    returned[i] = true;
    answers[i] = answer;
    return answer;
  }

  private void callNext() {
    switch (situation.next()) {
      case NEXT -> emit(LATER);
      case COMPLETE -> answerToNext = subject.complete();
      case REQUEST -> subject.request(1000);
      case CANCEL -> {
        subject.cancel();
        cancelledAt = record.signalled;
      }
    }
  }

  /** Returns a fault in the outcomes of the items, or null. */
  private @Nullable String outcomes() {
    if (record.signalled > cancelledAt) {
      return "a signal after the cancellation";
    }
    int lost = 0;
    for (int i = 0; i < ITEMS; i++) {
      int outcomes = record.delivered(ITEM[i]) + record.discarded(ITEM[i]);
      EmitOutcome answer = answers[i];
      boolean refused = answer != null && !answer.isAccepted() && subject.returnsResults();
      if (outcomes > (emitted[i] && !refused ? 1 : 0)) {
        return i + " has " + outcomes + " outcomes, and its call returned " + answer;
      }
      // One item may be lost: it was passed to the downstream or the hook when the stack
      // overflowed.
      if (returned[i] && !refused && outcomes == 0 && (thrown == null || ++lost > 1)) {
        return i + " is lost, and its call returned " + answer;
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
        return item + " arrived after " + last[thread];
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
    StringBuilder text = new StringBuilder(record.toString()).append("; results");
    for (int i = 0; i < ITEMS; i++) {
      if (emitted[i]) {
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
