package org.reactiveserializer.benchmarks.io.loss;

import org.reactiveserializer.benchmarks.Verdict;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Runs a {@link Receiver}. */
public final class ReceiverRole implements Role {
  private static final int LOOK_MILLIS = 100;
  private static final int QUIET_LOOKS =
      4; // a receiver that waits for a processor seems quiet, too
  private static final int MAX_LOOKS = 100;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    Inbox inbox = new Inbox(parameters.number("all"), parameters.number("warmup"));
    try (Receiver receiver = parameters.instance("contender", Receiver.class)) {
      parent.send("open", new Parameters().with("port", receiver.open(inbox)));
      long sent = parent.await("finish").number("sent");
      awaitQuiet(inbox);
      Verdict verdict = inbox.judge();
      parent.send(
          "received",
          new Parameters()
              .with("arrived", verdict.arrived())
              .with("duplicated", verdict.duplicated())
              .with("reordered", verdict.reordered())
              .with("torn", verdict.torn())
              .with("account", receiver.account(sent)));
    }
  }

  /** Waits until nothing arrives any more: everything is sent, but some of it may still wait. */
  private static void awaitQuiet(Inbox inbox) throws InterruptedException {
    long before = -1;
    int quiet = 0;
    for (int i = 0; i < MAX_LOOKS && quiet < QUIET_LOOKS; i++) {
      quiet = inbox.count() == before ? quiet + 1 : 0;
      before = inbox.count();
      Thread.sleep(LOOK_MILLIS);
    }
    if (quiet < QUIET_LOOKS) {
      throw new IllegalStateException("datagrams still arrive long after the last was sent");
    }
  }
}
