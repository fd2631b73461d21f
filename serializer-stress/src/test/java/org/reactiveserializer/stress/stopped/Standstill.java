package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;

/**
 * What was seen while the victim stood still, call by call of the others. The victim may own the
 * emission: then nothing of the others gets through. It cannot own it if something does, or if it
 * was stopped while another thread emitted. Then all that was accepted, and for which there is
 * demand, must have got through whenever a call of the others returned.
 */
final class Standstill {
  private final Subject subject;
  private final Recorder recorder;
  private final Ledger ledger;
  private final List<Look> looks = new ArrayList<>();
  private final int throughBefore;

  /** What was seen when a call had returned. */
  private record Look(
      String after,
      boolean emitting,
      int delivered,
      List<Item> waiting,
      long requested,
      long told,
      long passedOn,
      boolean ended,
      boolean endDue,
      boolean victimBrings,
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
    boolean known = subject.traits().heedsDemand() && !ledger.victimRequests();
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
            ledger.victimBrings(),
            ledger.isAborting(),
            ledger.isEnding(),
            ledger.isCancelDue() && !subject.isUpstreamCancelled()));
  }

  /**
   * Judges what was seen.
   *
   * @param free whether it is known that the victim does not own the emission
   * @return whether it does not
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
          subject.traits().heedsDemand()
              ? look.requested + victims - look.delivered
              : Long.MAX_VALUE;
      if (demand > 0 && !look.waiting.isEmpty() && recorder.subscription() != null) {
        ledger.fail("held back, when " + look.after + ": " + look.waiting);
        late = true;
      } else if (look.endDue
          && !look.ended
          && recorder.subscription() != null
          && (look.waiting.isEmpty() && (demand > 0 || !look.victimBrings) || look.aborting)) {
        ledger.fail("the end is held back, when " + look.after);
        late = true;
      } else if (look.cancelHeldBack && !ledger.victimSubscribes()) {
        ledger.fail("the cancellation of the upstream is held back, when " + look.after);
        late = true;
      } else if (!ledger.victimSubscribes()
          && look.passedOn >= 0 && look.passedOn < look.requested
          && !look.ending) {
        ledger.fail(
            look.passedOn + " of " + look.requested + " passed on, when " + look.after);
        late = true;
      }
    }
    return true;
  }

  /** The victim's demand: so much more was delivered, or is told of, than others requested. */
  private long victimsDemand() {
    long most = 0;
    if (!ledger.victimRequests()) {
      return most;
    }
    for (Look look : looks) {
      most = Math.max(most, look.delivered - look.requested);
      if (look.told > 0 && !look.emitting && !look.ended && !look.aborting) {
        most = Math.max(most, look.told + look.delivered - look.requested);
      }
    }
    return most;
  }
}
