package org.reactiveserializer.stress.mutants;

import java.util.List;

/** The mutants of sinks with keys. */
final class KeyMutants {
  private KeyMutants() {}

  static List<Mutant> all() {
    return List.of(
        calls("a key rests in two steps", "internal/KeyQueue")
            .replacing(
                "if (WORD.compareAndSet(this, now, now - RUNNING + next)) {",
                "word = now - RUNNING + next;\n      if (next >= 0) {")
            .races("KeyIsServed.SameKey")
            .tests("KEYED"),
        calls("a key that rests does not look again", "internal/KeyedEngine")
            .replacing(
                "if (!queue.hasMore() || !queue.move(IDLE, RUNNING)) {", "if (phase == IDLE) {")
            .races("KeyIsServed.WaitsForRoom"),
        calls("announces in two steps", "internal/KeyQueue")
            .replacing(
                "if (WORD.compareAndSet(this, now, now + what)) {",
                "word = now + what;\n      if (what > 0) {")
            .races("KeyBoundIsExact.OneStep"),
        calls("a task that ends does not look again", "internal/KeyScheduler")
            .replacing(
                "        serving.getAndDecrement();\n        signal();\n",
                "        serving.getAndDecrement();\n")
            .races("KeyIsServed.OtherKey"));
  }

  private static Mutant calls(String name, String file) {
    return Mutants.calls(name, file);
  }
}
