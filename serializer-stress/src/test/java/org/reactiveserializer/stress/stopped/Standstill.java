package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;

/**
 * The observations while the victim is stopped, one after each call of the other threads. The
 * victim may be the owner: then no signal of the others is delivered. It cannot be the owner if a
 * signal is delivered, or if it was stopped while another thread was the owner. Then all items that
 * were accepted and requested must have been delivered whenever a call of the others returned.
 */
final class Standstill {
  private final Subject subject;
  private final Recorder recorder;
  private final Ledger ledger;
  private final List<Look> looks = new ArrayList<>();
  private final int throughBefore;

  /** The observation when a call had returned. */
  private record Look(
      String after,
      boolean emitting,
      int delivered,
      List<Item> waiting,
      long requested,
      long reported,
      long passedOn,
      boolean ended,
      boolean endDue,
      boolean victimEmits,
      boolean aborting,
      boolean ending,
      boolean cancelHeldBack) {}

  Standstill(Subject subject, Recorder recorder, Ledger ledger) {
    this.subject = subject;
    this.recorder = recorder;
    this.ledger = ledger;
    throughBefore = recorder.through();
  }

  void look(String after, boolean emitting) {
    long delivered = recorder.delivered().size();
    boolean known = subject.traits().respectsDemand() && !ledger.victimRequests();
    if (known && delivered > ledger.requested()) {
      ledger.fail("requested " + ledger.requested() + ", delivered " + delivered);
    }
    looks.add(
        new Look(
            after,
            emitting,
            recorder.delivered().size(),
            ledger.waiting(),
            ledger.requested(),
            subject.requested(),
            subject.passedOn(),
            recorder.terminal() != null,
            ledger.isEndDue(),
            ledger.victimEmits(),
            ledger.isAborting(),
            ledger.isEnding(),
            ledger.isCancelDue() && !subject.isUpstreamCancelled()));
  }

  /**
   * Checks the observations.
   *
   * @param free whether it is known that the victim is not the owner
   * @return whether the victim is not the owner
   */
  boolean judge(boolean free) {
    if (!free && recorder.through() == throughBefore) {
      return false;
    }
    long victims = victimsDemand();
    boolean late = false;
    for (Look look : looks) {
      if (look.emitting || late) {
        continue;
      }
      long demand =
          subject.traits().respectsDemand()
              ? look.requested + victims - look.delivered
              : Long.MAX_VALUE;
      if (demand > 0 && !look.waiting.isEmpty() && recorder.subscription() != null) {
        ledger.fail("held back, when " + look.after + ": " + look.waiting);
        late = true;
      } else if (look.endDue
          && !look.ended
          && recorder.subscription() != null
          && (look.waiting.isEmpty() && (demand > 0 || !look.victimEmits) || look.aborting)) {
        ledger.fail("the end is held back, when " + look.after);
        late = true;
      } else if (look.cancelHeldBack && !ledger.victimSubscribes()) {
        ledger.fail("the cancellation of the upstream is held back, when " + look.after);
        late = true;
      } else if (!ledger.victimSubscribes()
          && look.passedOn >= 0
          && look.passedOn < look.requested
          && !look.ending) {
        ledger.fail(look.passedOn + " of " + look.requested + " passed on, when " + look.after);
        late = true;
      }
    }
    return true;
  }

  /**
   * The demand of the victim: the number of items delivered, or reported as requested, beyond the
   * demand of the other threads.
   */
  private long victimsDemand() {
    long most = 0;
    if (!ledger.victimRequests()) {
      return most;
    }
    for (Look look : looks) {
      most = Math.max(most, look.delivered - look.requested);
      if (look.reported > 0 && !look.emitting && !look.ended && !look.aborting) {
        most = Math.max(most, look.reported + look.delivered - look.requested);
      }
    }
    return most;
  }
}
