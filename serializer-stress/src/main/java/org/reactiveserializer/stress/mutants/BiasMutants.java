package org.reactiveserializer.stress.mutants;

import java.util.List;

/**
 * The mutants of the bias. Most are based on one without a defect, whose holder executes the fence
 * itself: so the rest of the protocol can be tested with any virtual machine, and by Lincheck, which
 * explores only interleavings.
 */
final class BiasMutants {
  private static final String FILE = "internal/engine/Bias";
  private static final String RACE = "BiasRevocation.Biased";
  private static final String PLAY = "SerializedSubscriberLincheckTest$Immediate";

  static final Mutant FENCED =
      Mutants.core("fenced by the holder", FILE)
          .replacing("    barrier().execute();\n", "    VarHandle.fullFence();\n")
          .replacing(
              "VACANT_FOR.setRelease(this, holder);\n      ProcessBarrier.compilerOnly();",
              "VACANT_FOR.setRelease(this, holder);\n      VarHandle.fullFence();");

  private static final String MARK =
      "      VACANT_FOR.setOpaque(this, 0L); // opaque: what orders it is the barrier of who revokes\n"
          + "      ProcessBarrier.compilerOnly();\n"
          + "      return state.word() == this || claim();";

  private BiasMutants() {}

  /** Returns the one without a defect. */
  static Mutant fenced() {
    return fencedOnEntry(FENCED);
  }

  static List<Mutant> all() {
    return List.of(
        Mutants.core("revokes without a barrier", FILE)
            .without("    barrier().execute();\n")
            .races(RACE),
        FENCED
            .named("marks itself after the look")
            .replacing(
                MARK,
                "      boolean isThere = state.word() == this;\n"
                    + "      VACANT_FOR.setOpaque(this, 0L);\n"
                    + "      VarHandle.fullFence();\n"
                    + "      return isThere || claim();")
            .races(RACE),
        fencedOnEntry(FENCED)
            .named("leaves a bias without a look")
            .replacing("return state.word() == this || !claim();", "return true;")
            .races(RACE)
            .tests(PLAY + ", of three"),
        fencedOnEntry(FENCED)
            .named("each claim succeeds")
            .replacing(
                "return CLAIMED.compareAndSet(this, 0, 1);", "claimed = 1;\n    return true;")
            .races(RACE, "BiasRevocation.BiasOfAThird"),
        fencedOnEntry(FENCED)
            .named("who revokes does not use the claim")
            .replacing(
                "return (long) VACANT_FOR.getAcquire(this) != 0 && claim();",
                "return (long) VACANT_FOR.getAcquire(this) != 0 && claim() && BARRIER == null;")
            .races(RACE)
            .tests(PLAY));
  }

  private static Mutant fencedOnEntry(Mutant mutant) {
    return mutant.replacing(
        MARK,
        "      VACANT_FOR.setOpaque(this, 0L);\n"
            + "      VarHandle.fullFence();\n"
            + "      return state.word() == this || claim();");
  }
}
