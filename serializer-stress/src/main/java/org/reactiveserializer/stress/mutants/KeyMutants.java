package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of sinks with keys. */
final class KeyMutants {
  private KeyMutants() {}

  static List<Mutant> all() {
    return List.of(
        calls("a mailbox is closed in two steps", "internal/Mailbox")
            .replacing(
                "return ROOM.compareAndSet(this, 0L, CLOSED);",
                "return room == 0 && (room = CLOSED) < 0;")
            .races("KeyIsServed.SameKey")
            .tests("KEYED"),
        calls("an owner that leaves an orphan does not look again", "internal/Mailbox")
            .without("\n        && !((room == 0 || !line().isEmpty()) && adopt())")
            .races("KeyIsServed.WaitsForRoom"),
        calls("an item in an orphan is not served", "internal/Mailbox")
            .replacing("return last == ORPHAN;", "return false;")
            .tests("KEYED"),
        calls("the last thing that is withdrawn does not close an orphan", "internal/Mailbox")
            .replacing("== what && adopt();", "< 0 && adopt();")
            .races("KeyIsServed.GivesUp"),
        calls("announces in two steps", "internal/Mailbox")
            .replacing(
                "if (ROOM.compareAndSet(this, now, now + what)) {",
                "room = now + what;\n      if (what > 0) {")
            .races("KeyBoundIsExact.OneStep")
            .tests("KEYED"),
        calls("a turn that ends does not put its key into the queue", "internal/Mailboxes")
            .without("    box.pass(OWNED, READY);\n    enqueue(box);\n")
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
