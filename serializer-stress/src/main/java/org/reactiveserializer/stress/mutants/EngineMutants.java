package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of the word, its nodes, room, those who wait for it, and hooks. */
final class EngineMutants {
  private EngineMutants() {}

  static List<Mutant> all() {
    return List.of(
        core("enters without a compareAndSet", "internal/engine/DrainState")
            .replacing(
                "BIASED ? Bias.tryEnter(this) : tryEnterUnbiased()",
                "isVacant() && WORD.getAndSet(this, this) != MORE")
            .races("MutualExclusion.Items")
            .tests("SerializedSubscriberLincheckTest$Immediate"),
        core("leaves before its signal has returned", "internal/engine/Emitter")
            .replacing(
                "        request = deliverOwn(source, item);\n        setOwner(NOBODY);\n        isStraight = tryExit();\n",
                "        setOwner(NOBODY);\n        isStraight = tryExit();\n        request = deliverOwn(source, item);\n")
            .races("ConsumerHappensBeforeNext.Log"),
        core("leaves without a look", "internal/engine/DrainState")
            .replacing(
                "Bias.tryExit(this) : tryExitUnbiased()",
                "false : WORD.getAndSet(this, IDLE) != IDLE")
            .races(
                "NoLostWakeUp.ItemsAreTaken",
                "NoLostWakeUp.SignalsAreSeen",
                "MergeDeliversAll.InnerMeetsInner",
                "DynamicMergeRemoves.Removal")
            .tests(
                "SerializedSubscriberLincheckTest$Immediate",
                "MergeLincheckTest$Ended",
                "SERIALIZER",
                "MERGE"),
        core("takes in two steps", "internal/engine/DrainState")
            .replacing(
                "return listOf(WORD.getAndSet(this, this));",
                "Object last = word;\n    word = this;\n    return listOf(last);")
            .races("ExactlyOneOutcome.ItemsMeetError"),
        core("closes in two steps", "internal/engine/DrainState")
            .replacing(
                "return listOf(WORD.getAndSet(this, CLOSED));",
                "Object last = word;\n    word = CLOSED;\n    return listOf(last);")
            .races("ThrowingDownstream.Items", "MergeCancelReachesAll.TwoInners"),
        core("completes without a look", "internal/engine/DrainState")
            .replacing(
                "return WORD.compareAndSet(this, this, CLOSED);",
                "word = CLOSED;\n    return true;")
            .races(
                "CompletionCoversItems.Items",
                "DelayedErrorWaits.Items",
                "SinkCompletionFollowsItems.Unbounded")
            .tests("SerializedSubscriberLincheckTest$Delayed"),
        core("appends without a compareAndSet", "internal/engine/Node")
            .replacing(
                "if (COUNT.compareAndSet(this, n, n + 1)) {\n",
                "if (n > 0) {\n      count = n + 1;\n")
            .races("NoLostWakeUp.RunsAreTaken"),
        core("seals without a compareAndSet", "internal/engine/Node")
            .replacing(
                "while (n >= 0 && n < slots.length && !COUNT.compareAndSet(this, n, ~n)) {\n      n = count;\n    }",
                "if (n >= 0 && n < slots.length) {\n      count = ~n;\n    }")
            .races("NoLostWakeUp.RunsAreTaken"),
        core("counts an item before it is there", "internal/engine/Node")
            .replacing(
                "    slots[n] = item;\n    if (COUNT.compareAndSet(this, n, n + 1)) {\n",
                "    if (COUNT.compareAndSet(this, n, n + 1)) {\n"
                    + "      for (int i = 0; i < 100; i++) {\n        Thread.onSpinWait();\n      }\n"
                    + "      slots[n] = item;\n")
            .races("NoLostWakeUp.RunsAreTaken"),
        core("keeps its own item in a node of another", "internal/engine/Node")
            .replacing("if (!isKept || n == slots.length", "if (n == slots.length")
            .races("NoLostWakeUp.OwnersKeepTheirs"),
        core("takes room in two steps", "internal/engine/Room")
            .replacing(
                "if (sums.compareAndSet(ACQUIRED, n, n + 1)) {",
                "sums.set(ACQUIRED, n + 1);\n        if (n >= 0) {")
            .races("SinkBoundIsExact.Refusing")
            .tests("SinkLincheckTest$Answers", "SinkLincheckTest$Refusing"),
        core("takes weighed room in two steps", "internal/engine/Room")
            .replacing(
                "if (acquired.compareAndSet(in, in.plus(1, weight))) {",
                "acquired.set(in.plus(1, weight));\n        if (weight >= 0) {")
            .races("SinkBoundIsExact.Weighing"),
        core("decides in two steps", "internal/engine/Waiter")
            .replacing(
                "if (outcome != null || !OUTCOME.compareAndSet(this, (EmitOutcome) null, what)) {\n      return false;\n    }",
                "if (outcome != null) {\n      return false;\n    }\n    outcome = what;")
            .races("SinkWaiterHasOneOutcome.WithdrawnOrAdmitted"),
        core("evicts in two steps", "internal/engine/EvictingQueue")
            .replacing(
                "if (!HEAD.compareAndSet(this, first, next)) {\n      return null;\n    }",
                "head = next;")
            .races("SinkEvictsOnlyWhenFull.Evicting", "SinkCancelHasOneOutcome.Bounded"),
        core("does not look again when it evicts", "internal/engine/EvictingQueue")
            .replacing(
                "for (Cell first = head; isBeyond(first, tail); first = head)",
                "Cell seen = tail;\n    for (Cell first = head; seen.number > capacity && first != seen; first = head)")
            .races("SinkBoundIsExact.Evicting"),
        core("claims a task in two steps", "internal/engine/HandoffTask")
            .replacing(
                "return CLAIMED.compareAndSet(this, false, true);",
                "boolean isFirst = !claimed;\n    claimed = true;\n    return isFirst;")
            .races("SinkHandsOn.Careless"),
        core("swallows what a hook throws", "internal/engine/Hooks")
            .without("        drop(thrown);\n")
            .tests("SERIALIZER", "MERGE"));
  }

  private static Mutant core(String name, String file) {
    return Mutants.core(name, file);
  }
}
