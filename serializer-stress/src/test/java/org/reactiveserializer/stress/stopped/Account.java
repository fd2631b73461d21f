package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.reactiveserializer.Overflow;

/** Checks the guarantees when all calls have returned. */
final class Account {
  private final Subject subject;
  private final Recorder recorder;
  private final Ledger ledger;

  Account(Subject subject, Recorder recorder, Ledger ledger) {
    this.subject = subject;
    this.recorder = recorder;
    this.ledger = ledger;
  }

  /** No item waits without a reason: no thread is left that could deliver it. */
  void ofQuiet() {
    boolean demand =
        !subject.traits().respectsDemand() || ledger.requested() > recorder.delivered().size();
    List<Item> waiting = ledger.waiting();
    if (!waiting.isEmpty() && (demand || ledger.isAborting()) && recorder.subscription() != null) {
      ledger.fail("still waiting, although all calls have returned: " + waiting);
    }
    if (subject.passedOn() >= 0
        && !ledger.isEnding()
        && recorder.subscription() != null
        && subject.passedOn() != ledger.requested()) {
      ledger.fail("requested " + ledger.requested() + ", passed on " + subject.passedOn());
    }
  }

  /** After everything was requested and completed: each item and error has one outcome. */
  void ofAll(boolean cancelled) {
    recorder.violations().forEach(ledger::fail);
    ofItems();
    ofOrder();
    if (recorder.terminal() == null && !cancelled) {
      ledger.fail("no terminal signal");
    }
    ledger
        .errors()
        .forEach(
            (error, taken) -> {
              int outcomes = Collections.frequency(recorder.dropped(), error);
              outcomes += recorder.terminal() == error ? 1 : 0;
              if (outcomes != (taken ? 1 : 0)) {
                ledger.fail(
                    error.getMessage()
                        + " has "
                        + outcomes
                        + " outcomes instead of "
                        + (taken ? 1 : 0));
              }
            });
    if (cancelled && recorder.terminal() == null && !subject.isUpstreamCancelled()) {
      ledger.fail("the upstream is not cancelled");
    }
  }

  private void ofItems() {
    List<Item> delivered = recorder.delivered();
    List<Item> discarded = recorder.discarded();
    List<Item> outcomes = new ArrayList<>(delivered);
    outcomes.addAll(discarded);
    if (new HashSet<>(outcomes).size() < outcomes.size()) {
      ledger.fail("two outcomes: delivered " + delivered + ", discarded " + discarded);
    }
    for (Item item : ledger.accepted()) {
      if (!outcomes.contains(item)) {
        ledger.fail("no outcome: " + item);
      }
    }
    for (Item item : ledger.refused()) {
      if (outcomes.contains(item)) {
        ledger.fail("refused, but has a outcome: " + item);
      }
    }
    for (Map.Entry<Item, String> late : ledger.late().entrySet()) {
      Item item = late.getKey();
      if (delivered.contains(item) && !ledger.hasResults()) {
        ledger.fail(
            "S24: "
                + item
                + ", delivered, although the end was reported before to "
                + late.getValue());
      }
    }
    if (!ledger.isAborting() && subject.traits().overflow() != Overflow.DROP_OLDEST) {
      List<Item> lost = new ArrayList<>(discarded);
      lost.retainAll(ledger.accepted());
      lost.removeAll(ledger.late().keySet());
      lost.removeAll(ledger.mayBeLate());
      if (!lost.isEmpty()) {
        ledger.fail("accepted and discarded: " + lost);
      }
    }
  }

  private void ofOrder() {
    Map<Who, Integer> last = new EnumMap<>(Who.class);
    for (Item item : recorder.delivered()) {
      Integer before = last.put(item.by(), item.number());
      if (before != null && before >= item.number()) {
        ledger.fail("out of order: " + recorder.delivered());
        return;
      }
    }
  }
}
