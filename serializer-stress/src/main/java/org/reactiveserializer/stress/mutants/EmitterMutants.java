package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of the emitter: passes, ends, demand, who waits. */
final class EmitterMutants {
  private EmitterMutants() {}

  static List<Mutant> all() {
    return List.of(
        core("a signal leaves no mark", "internal/engine/Emitter")
            .replacing(
                "} else if (youngest != null) {\n        break; // invariant 4",
                "} else if (!isVacant) {\n        break;")
            .races("NoLostWakeUp.SignalsAreSeen")
            .tests("SerializedSubscriberLincheckTest$Immediate", "SINK", "MERGE"),
        core("an end looks before it is handed over", "internal/engine/Emitter")
            .replacing(
                "      push(Node.event(source));",
                "      Node event = Node.event(source);\n      event.linkTo(list());\n      replace(word(), event);")
            .races("MergeCompletesOnce.InnerEnds", "MergeCompletesOnce.OuterEnds")
            .tests("MergeLincheckTest$Ended"),
        core("the youngest first", "internal/engine/StreamState")
            .without("      node.next = oldest;\n")
            .replacing("      oldest = node;\n", "      oldest = oldest == null ? node : oldest;\n")
            .races("ProducerOrder.Items")
            .tests("SERIALIZER", "SINK"),
        core("announces the lack of demand after the last look", "internal/engine/StreamState")
            .replacing(
                "starving = true; // before the last look: see the field\n    return grant();",
                "boolean last = grant();\n    starving = true;\n    return last;")
            .races("SinkMeetsDemand.Unbounded", "MergeMeetsDemand.RequestMeetsItem")
            .tests("SinkLincheckTest$Unbounded", "MergeLincheckTest$Requested"),
        core("announces the lack of demand without a fence", "internal/engine/StreamState")
            .replacing("  volatile boolean starving;", "  boolean starving;")
            .races("SinkMeetsDemand.Bounded", "MergeMeetsDemand.RequestMeetsItem"),
        core("ends in two steps", "internal/engine/StreamState")
            .replacing(
                "return TERMINAL.compareAndSet(this, (End) null, end);",
                "boolean is = terminal == null;\n    if (is) {\n      terminal = end;\n    }\n    return is;")
            .races("OneTerminal.CompletionMeetsError")
            .tests("SerializedSubscriberLincheckTest$Immediate"),
        core("signals an error that a cancellation has removed", "internal/engine/StreamState")
            .replacing(
                "TERMINAL.compareAndSet(this, end, end.settled())",
                "(terminal = end.settled()) != null")
            .races("ErrorHasOneOutcome.CancelMeetsError")
            .tests("SerializedSubscriberLincheckTest$Cancelled"),
        core("only the first who ends signals", "internal/engine/Emitter")
            .replacing(
                "    signal(); // also in place of the first one, which may stand still\n",
                "    if (isFirst) {\n      signal();\n    }\n"),
        core("who cancels discards beside the owner", "internal/engine/Emitter")
            .replacing(
                "    endAtOnce(End.CANCELLED);",
                "    replaceEnd(End.CANCELLED);\n    discardAll();\n    endAtOnce(End.CANCELLED);")
            .races("OneOwnerDiscards.Waiting"),
        core("a downstream that throws is forgotten", "internal/engine/Emitter")
            .replacing(
                "      failure = thrown;\n      finishFailure(outcome, item);\n",
                "      tryExit();\n")
            .races("ThrowingDownstream.Items")
            .tests("SerializedSubscriberLincheckTest$Throwing"),
        core("completes and stays open", "internal/engine/StreamState")
            .replacing("!backlog.tryClose() || !tryClose()", "!backlog.tryClose()")
            .races("NothingAfterTerminal.ItemsMeetCompletion"),
        core("a cancellation forgets the list", "internal/engine/StreamState")
            .replacing(
                "      accept(close());\n      backlog.close();\n",
                "      close();\n      backlog.close();\n")
            .tests("MergeLincheckTest$Cancelled"),
        core("a cancellation leaves what waits", "internal/engine/StreamState")
            .replacing("    discardAll();\n    End end = settle();\n", "    End end = settle();\n")
            .races("SinkCancelHasOneOutcome.Unbounded"),
        core("what waits stays when the downstream throws", "internal/engine/StreamState")
            .replacing(
                "    cancelSourcesSafely(cause);\n    discardAll();\n",
                "    cancelSourcesSafely(cause);\n")
            .races("ThrowingDownstream.Items")
            .tests("RETENTION"),
        core("joins after the signal", "internal/engine/Waiter")
            .replacing(
                "    emitter.room.line.join(this);\n    emitter.signal(); // there may be room\n",
                "    emitter.signal();\n    emitter.room.line.join(this);\n")
            .races("SinkNotifiesOfRoom.Waiters", "SinkNotifiesOfRoom.WeighedWaiters")
            .tests("WAITERS"),
        core("who joins does not look for the end", "internal/engine/Waiter")
            .replacing(
                "    emitter.signal(); // there may be room\n    if (emitter.terminal != null) {\n      emitter.refuseWaiters(); // who ended it may not have seen this one\n    }\n",
                "    if (emitter.terminal == null) {\n      emitter.signal();\n    }\n")
            .races("SinkWaiterHasOneOutcome.AdmittedOrRefused"),
        core("looks for a subscriber before it takes again", "internal/engine/Emitter")
            .replacing(
                "    admit(true); // takes again, so the other looks must follow\n    attach();\n",
                "    attach();\n    admit(true);\n")
            .races("SinkNotifiesOfRoom.Arrival"),
        core("overlooks who withdraws while it takes", "internal/engine/Emitter")
            .replacing("if (first.isDecided()) {", "if (first == null) {")
            .races("SinkNotifiesOfRoom.Withdrawal"),
        core("leaves before it hands on", "internal/engine/HandoffTask")
            .replacing(
                "return new HandoffTask(emitter).start",
                "emitter.tryExit();\n      return new HandoffTask(emitter).start")
            .races("SinkHandsOn.Relayed"),
        core("looks before it takes, where only tasks deliver", "internal/engine/Emitter")
            .replacing(
                "      accept(take());\n      admit(true);\n      if (!mayOnlyDiscard()) {\n        if (terminal != null || hasArrived() || hasWork()) {",
                "      boolean more = hasMore();\n      accept(take());\n      admit(true);\n      if (!mayOnlyDiscard()) {\n        if (terminal != null || hasArrived() || more) {")
            .races("SinkLeavesToTasks.ItemMeetsRequest"),
        core("appends to an older node of its own", "internal/engine/Emitter")
            .replacing(
                "if (youngest != null && youngest.append(source, form)) {",
                "boolean isAppended = false;\n    for (Node own = youngest; own != null && !isAppended; own = own.next) {\n      isAppended = own.append(source, form);\n    }\n    if (isAppended) {")
            .races("OrderOfEmission.Linked")
            .tests("OrderLincheckTest$Wrapped", "ORDER"));
  }

  private static Mutant core(String name, String file) {
    return Mutants.core(name, file);
  }
}
