package org.reactiveserializer.internal.guard;

import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.BreachException;
import org.reactiveserializer.BreachException.Party;
import org.reactiveserializer.internal.settings.Dropped;

/** Makes reports, and passes them to the hook. By any thread. */
final class Reports {
  private final GuardSettings settings;

  // What the downstream has thrown. It may pass a request of the upstream, which has not thrown it.
  private volatile WeakReference<@Nullable Throwable> thrownByDownstream =
      new WeakReference<>(null);

  Reports(GuardSettings settings) {
    this.settings = settings;
  }

  BreachException breach(String rule, Party party, long items, String what) {
    return new BreachException(
        rule,
        party,
        items,
        rule
            + settings.stream()
            + ": "
            + what
            + "; by the "
            + (party == Party.UPSTREAM ? "upstream" : "downstream")
            + ", after "
            + items
            + " items");
  }

  /** Passes a breach to the hook. Returns what must be thrown instead when the call has returned. */
  @Nullable BreachException report(BreachException breach) {
    Consumer<? super BreachException> hook = settings.onBreach();
    if (hook == null) {
      return breach;
    }
    Dropped.pass(breach, ignored -> hook.accept(breach));
    return null;
  }

  /** Reports what a signal has thrown. */
  void downstreamThrew(String signal, Throwable thrown, long items) {
    thrownByDownstream = new WeakReference<>(thrown);
    threw("§2.13", Party.DOWNSTREAM, signal, thrown, items);
  }

  /** Reports what a call of the subscription has thrown, unless the downstream has. */
  void upstreamThrew(String rule, String call, Throwable thrown, long items) {
    if (thrownByDownstream.get() != thrown) {
      threw(rule, Party.UPSTREAM, call, thrown, items);
    }
  }

  /** Without a hook, what is thrown reaches the caller anyway. */
  private void threw(String rule, Party party, String call, Throwable thrown, long items) {
    if (settings.onBreach() != null && !(thrown instanceof BreachException)) {
      BreachException breach = breach(rule, party, items, call + " threw " + thrown);
      breach.initCause(thrown);
      report(breach);
    }
  }
}
