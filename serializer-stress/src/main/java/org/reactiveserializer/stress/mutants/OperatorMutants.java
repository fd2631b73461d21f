package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of merges, subscriptions and callbacks. */
final class OperatorMutants {
  private OperatorMutants() {}

  static List<Mutant> all() {
    return List.of(
        core("sets a subscription in two steps", "internal/operator/SubscriptionRef")
            .replacing(
                "if (SUBSCRIPTION.compareAndSet(this, (Subscription) null, arrived)) {",
                "if (subscription == null) {\n      subscription = arrived;")
            .replacing(
                "return CLAIMED.compareAndSet(this, false, true);",
                "boolean isFirst = !claimed;\n      claimed = true;\n      return isFirst;")
            .races("OneSubscription.TwoArriveAndOneCancels")
            .tests("SerializedSubscriberLincheckTest$Subscribed, of three"),
        core("does not look again for the upstream", "internal/operator/SubscriptionRef")
            .replacing(
                "        addEarlyDemand(n);\n        current = subscription();\n",
                "        addEarlyDemand(n);\n")
            .races("DemandReachesUpstream.RequestsMeetTheUpstream"),
        core("counts an inner after it has subscribed", "internal/operator/Merger")
            .without("    RUNNING.getAndAdd(this, 1);\n")
            .replacing(
                "      inner.subscribe();\n",
                "      inner.subscribe();\n      RUNNING.getAndAdd(this, 1);\n")
            .races("MergeCompletesOnce.ArrivesElsewhere"),
        core("a new inner does not look for the end", "internal/operator/MergedSource")
            .replacing("merge.isTerminated()) { // who ended", "merge == null) { // who ended")
            .races("MergeCancelReachesAll.NewInner")
            .tests("MergeLincheckTest$CutOff"),
        core("requests more than it may", "internal/operator/Inner")
            .replacing(
                "    if (--untilRequest > 0) {\n      return 0;",
                "    if (--untilRequest > 0) {\n      return 1;")
            .tests("MERGE"),
        core("requests of the outer source beside another thread", "internal/operator/MergedSource")
            .replacing(
                "if ((long) BEING_REQUESTED.getAndAdd(this, n) == 0) {\n        requestAll(n);\n      }",
                "requestOf(subscription(), n);")
            .races("MergeRequestsSerially.TwoEnds"),
        core("forgets what is due when another thread requests", "internal/operator/Merger")
            .replacing(
                "      } // the other thread may have replaced only a part of these",
                "      }\n      return;")
            .races("MergeRequestsSerially.TwoEnds"),
        core("adds an error in two steps", "internal/operator/DelayedErrors")
            .replacing(
                "while (!youngest.compareAndSet(kept.older, kept));",
                "while (!setTo(kept));\n  }\n\n  private boolean setTo(Kept kept) {\n    youngest.set(kept);\n    return true;")
            .races("MergeDelayedErrors.TwoErrors"),
        core("takes errors in two steps", "internal/operator/DelayedErrors")
            .replacing(
                "if (youngest.compareAndSet(last, null)) {",
                "if (youngest.get() == last) {\n        youngest.set(null);")
            .races("MergeDelayedErrors.Cancel"),
        core("changes an addition in two steps", "internal/operator/DynamicSources")
            .replacing(
                "return state.compareAndSet(from, to);",
                "boolean is = state.get() == from;\n    if (is) {\n      state.set(to);\n    }\n    return is;")
            .races("DynamicMergeTakesOrRefuses.Subscriber"),
        core("a refused addition is subscribed to", "internal/operator/DynamicSources")
            .replacing("      addition.refuse();\n", "      addition.settle();\n")
            .races("DynamicMergeTakesOrRefuses.Close", "DynamicMergeTakesOrRefuses.Cancel"),
        core("sets a callback in two steps", "internal/operator/SinkCallbacks")
            .replacing(
                "while (last != PAST && !callback.compareAndSet(last, next)) {\n        last = callback.get();\n      }\n",
                "if (last != PAST) {\n        callback.set(next);\n      }\n")
            .races("CallbackRunsOnce.CallbackArrives"),
        core("takes a callback in two steps", "internal/operator/SinkCallbacks")
            .replacing(
                "Runnable last = callback.getAndSet(PAST);",
                "Runnable last = callback.get();\n      callback.set(PAST);")
            .races("CallbackRunsOnce.EndsTwice"));
  }

  private static Mutant core(String name, String file) {
    return Mutants.core(name, file);
  }
}
