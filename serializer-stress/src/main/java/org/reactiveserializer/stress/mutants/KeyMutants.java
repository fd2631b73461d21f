package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of sinks with keys. */
final class KeyMutants {
  private KeyMutants() {}

  static List<Mutant> all() {
    return List.of(
        calls("a mailbox is closed in two steps", "internal/Mailbox")
            .replacing(
                "&& NEWEST.compareAndSet(this, (Item<?>) null, CLOSED);",
                "&& newest == null\n        && (newest = (Item<T>) CLOSED) != null;")
            .races("KeyIsServed.SameKey")
            .tests("KEYED"),
        calls("who waits does not knock", "internal/Mailbox")
            .replacing(
                "while (newest == null && !NEWEST.compareAndSet(this, (Item<?>) null, KNOCK)) {",
                "while (newest == null && newest == KNOCK) {")
            .races("KeyIsServed.WaitsForRoom"),
        calls("a place is taken in two steps", "internal/Mailbox")
            .replacing(
                "if (ROOM.compareAndSet(this, now, now + PLACE)) {",
                "room = now + PLACE;\n      if (now >= 0) {")
            .races("KeyBoundIsExact.OneStep"),
        calls("a turn that ends does not look at the line", "internal/Mailbox")
            .without("        && line().isEmpty() // looked at behind the last poll\n")
            .tests("KEYED"),
        calls("an owner leaves a mailbox that is not empty", "internal/Mailboxes")
            .replacing(
                "} else if (box.pass(OWNED, READY)) {",
                "} else if (box.line().isEmpty() && box.pass(OWNED, READY)) {")
            .tests("KEYED"),
        calls("a task that ends does not look again", "internal/ReadyQueue")
            .replacing(
                "        serving.getAndDecrement();\n        signal();\n",
                "        serving.getAndDecrement();\n")
            .races("KeyIsServed.OtherKey"));
  }

  private static Mutant calls(String name, String file) {
    return Mutants.calls(name, file);
  }
}
