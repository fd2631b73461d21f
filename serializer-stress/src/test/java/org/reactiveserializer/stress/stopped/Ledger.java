package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.stress.stopped.Step.Act;

/** Records the signals and their results, and reports results that cannot be correct. */
final class Ledger {
  private final Subject subject;
  private final Recorder recorder;
  private final Act victim;
  private final Set<Item> accepted = new LinkedHashSet<>();
  private final Set<Item> refused = new LinkedHashSet<>();
  private final Map<Item, String> late = new LinkedHashMap<>();
  private final Set<Item> mayBeLate = new LinkedHashSet<>();
  private final Set<Who> informed = EnumSet.noneOf(Who.class);
  private final Map<Throwable, Boolean> errors = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private boolean hasResults;
  private boolean victimBegan;
  private boolean victimReturned;
  private boolean completing;
  private boolean aborting;
  private boolean over;
  private boolean cancelled;
  private int endsAccepted;
  private boolean endDue;
  private boolean cancelDue;
  private long requested;
  private int mostWaited;

  Ledger(Subject subject, Recorder recorder, Act victim) {
    this.subject = subject;
    this.recorder = recorder;
    this.victim = victim;
  }

  void fail(String failure) {
    failures.add(failure);
  }

  List<String> failures() {
    return failures;
  }

  void victimBegins() {
    victimBegan = true;
  }

  void victimReturned() {
    victimReturned = true;
  }

  /** Returns the accepted items of the other threads that have no outcome yet. */
  List<Item> waiting() {
    List<Item> waiting = new ArrayList<>(accepted);
    waiting.removeAll(recorder.delivered());
    waiting.removeAll(recorder.discarded());
    return waiting;
  }

  /** Returns whether the victim is still emitting an item that has no outcome. */
  boolean victimEmits() {
    return victim == Act.EMIT
        && victimBegan
        && !victimReturned
        && recorder.delivered().stream().noneMatch(item -> item.by() == Who.VICTIM)
        && recorder.discarded().stream().noneMatch(item -> item.by() == Who.VICTIM);
  }

  boolean victimSubscribes() {
    return victim == Act.SUBSCRIBE;
  }

  boolean victimRequests() {
    return victim == Act.REQUEST || victim == Act.SUBSCRIBE;
  }

  /** Returns whether a thread has begun to fail or cancel the stream. */
  boolean isAborting() {
    return aborting || victimBegan && (victim == Act.FAIL || victim == Act.CANCEL);
  }

  /** Returns whether a thread has begun to end the stream. */
  boolean isEnding() {
    return isAborting()
        || completing
        || victimBegan && victim == Act.COMPLETE && subject.traits().oneEnd();
  }

  /**
   * Returns whether an end of another thread than the victim was accepted, and no thread cancelled.
   */
  boolean isEndDue() {
    return endDue && !cancelled && victim != Act.CANCEL;
  }

  /**
   * Returns whether another thread than the victim cancelled before any thread began to end the
   * stream.
   */
  boolean isCancelDue() {
    return cancelDue;
  }

  long requested() {
    return requested + recorder.requestedAtOnce();
  }

  Ledger.Before before() {
    mostWaited = Math.max(mostWaited, waiting().size());
    return new Before(waiting().size() + (victimEmits() ? 1 : 0), over, recorder.discarded());
  }

  /** The state before a call. */
  record Before(int waiting, boolean over, List<Item> discarded) {}

  /** Records the result of emitting an item, as its thread sees it. */
  void emitted(Item item, @Nullable EmitOutcome answer, Before before) {
    boolean discarded = recorder.discarded().contains(item);
    boolean mine = item.by() == Who.VICTIM;
    int capacity = subject.traits().capacity();
    String said = item + ", result " + answer;
    if (before.over) {
      late.put(item, informedThreads(item.by()));
      if (answer != null && answer.isAccepted()) {
        fail(
            "S24: "
                + said
                + ", although the end was reported before to "
                + informedThreads(item.by()));
      }
    }
    if (answer == EmitOutcome.DELIVERED && !recorder.delivered().contains(item)) {
      fail(said + ", is not delivered");
    }
    boolean taken = answer == null ? !discarded : answer.isAccepted();
    hasResults |= answer != null;
    if (taken) {
      accepted.add(item);
      if (answer == null && isEnding()) {
        mayBeLate.add(item);
      }
    } else if (answer != null) {
      refused.add(item);
    }
    if (answer == EmitOutcome.TERMINATED || answer == EmitOutcome.CANCELLED) {
      isOver(item.by());
      if (!isEnding()) {
        fail(said + ", but no thread ends the stream");
      }
    } else if (!taken && !(answer == null && isEnding())) {
      int waiting = mine ? Math.max(before.waiting, mostWaited) : before.waiting;
      if (waiting < capacity) {
        fail(
            said
                + (discarded ? " and discarded" : "")
                + ", but only "
                + waiting
                + " of "
                + capacity
                + " wait");
      }
      if (subject.traits().overflow() == Overflow.ERROR) {
        aborting = true;
        isOver(item.by());
      }
    }
    evicted(item, before);
  }

  private void evicted(Item cause, Before before) {
    List<Item> gone = new ArrayList<>(recorder.discarded());
    gone.removeAll(before.discarded);
    gone.remove(cause);
    if (gone.isEmpty() || isAborting()) {
      return;
    }
    boolean sequential = cause.by() == Who.ANN || cause.by() == Who.BOB;
    boolean allowed = subject.traits().overflow() == Overflow.DROP_OLDEST;
    int capacity = subject.traits().capacity();
    if (sequential && (!allowed || gone.size() > 1 || before.waiting < capacity)) {
      fail(cause + " evicted " + gone + ", but only " + before.waiting + " items wait");
    }
  }

  /** Records the result of a terminal signal. */
  void ended(Step step, @Nullable Throwable error, @Nullable EmitOutcome answer, Before before) {
    boolean all = error != null || subject.traits().oneEnd();
    if (answer == EmitOutcome.DELIVERED && recorder.terminal() == null) {
      fail(step + ", result DELIVERED, but no terminal signal");
    }
    if (answer != null && answer.isAccepted()) {
      if (before.over || ++endsAccepted > 1) {
        fail("S24: " + step + ", result " + answer + ", although the stream had ended before");
      }
      endDue |= step.who() != Who.VICTIM;
    } else if (answer != null && !isEnding()) {
      fail(step + ", result " + answer + ", but no thread ends the stream");
    }
    if (answer == null && all && !isEnding()) {
      endDue = true;
    }
    if (error != null) {
      errors.put(error, answer == null || answer.isAccepted());
    }
    aborting |= error != null;
    completing |= all;
    if (all) {
      isOver(step.who());
    }
  }

  void cancelled(Who by) {
    cancelDue |= !isEnding() && by != Who.VICTIM;
    aborting = true;
    cancelled = true;
    isOver(by);
  }

  private void isOver(Who informed) {
    over = true;
    this.informed.add(informed);
  }

  private String informedThreads(Who who) {
    return informed.contains(who) ? "this thread" : "another thread";
  }

  void requests(long n) {
    requested += n;
  }

  /** Returns whether calls of producers return results, which then must match the outcomes. */
  boolean hasResults() {
    return hasResults;
  }

  Set<Item> accepted() {
    return accepted;
  }

  Set<Item> refused() {
    return refused;
  }

  /**
   * Returns the items emitted after an end, with a description of the threads that the end was
   * reported to.
   */
  Map<Item, String> late() {
    return late;
  }

  /**
   * Returns the items emitted after a thread had begun to end the stream, by calls without a
   * result.
   */
  Set<Item> mayBeLate() {
    return mayBeLate;
  }

  Map<Throwable, Boolean> errors() {
    return errors;
  }
}
