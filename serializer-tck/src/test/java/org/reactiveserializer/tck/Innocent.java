package org.reactiveserializer.tck;

import org.reactiveserializer.observability.guard.BreachException;
import org.reactiveserializer.observability.guard.BreachException.Party;
import org.reactiveserializer.observability.guard.SerialGuard;

/**
 * A guard in a verification: it may report nothing but what the kit itself does wrong on purpose. What
 * a hook throws goes to the thread's handler, so it is kept, and the next subscription fails.
 */
final class Innocent {
  private final Party innocent;
  private volatile boolean isGuilty;

  /** Expects no breach of this party. */
  Innocent(Party innocent) {
    this.innocent = innocent;
  }

  SerialGuard guard() {
    return SerialGuard.withDefaults().onBreach(this::report);
  }

  private void report(BreachException breach) {
    if (breach.party() == innocent) {
      breach.printStackTrace();
      isGuilty = true;
    }
  }

  /** Throws if there was a breach. After the tests of a class. */
  void judge() {
    if (isGuilty) {
      throw new AssertionError("the guard has reported the " + innocent);
    }
  }
}
