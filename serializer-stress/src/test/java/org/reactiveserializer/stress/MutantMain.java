package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The main class of a virtual machine that runs the library with a defect: looks whether a test catches it. */
public final class MutantMain {
  /** Says that the test has found a fault. */
  static final String CAUGHT = "caught: ";

  /** Says that it has found none. */
  static final String HELD = "held";

  private static final Duration ENOUGH = Duration.ofSeconds(30);
  private static final String RETENTION = "RETENTION";

  private static final String OF_THREE = ", of three";

  private MutantMain() {}

  /** Runs the play, or the soak, with a name. */
  public static void main(String[] args) throws ClassNotFoundException {
    System.out.println(faultOf(args[0]).map(fault -> CAUGHT + fault).orElse(HELD));
    System.out.flush();
    Runtime.getRuntime().halt(0); // some threads may have been left behind
  }

  private static Optional<String> faultOf(String test) throws ClassNotFoundException {
    if (test.equals(RETENTION)) {
      int held = RetentionRaceTest.itemsHeld();
      return held == 0 ? Optional.empty() : Optional.of(held + " items held");
    }
    if (Arrays.stream(Soaks.values()).anyMatch(soak -> soak.name().equals(test))) {
      return Soaks.valueOf(test).fresh().run(ENOUGH);
    }
    if (test.endsWith(OF_THREE)) {
      Class<?> play = play(test.substring(0, test.length() - OF_THREE.length()));
      return Lincheck.fault(play, Lincheck.outcomesOfThree(play));
    }
    Class<?> play = play(test);
    if (SinkLincheckTest.Calls.class.isAssignableFrom(play)) {
      return Lincheck.fault(play, Lincheck.results(SinkLincheckTest.Specification.class));
    }
    return Lincheck.fault(
        play,
        MergePlays.MergePlay.class.isAssignableFrom(play)
            ? MergePlays.options(play)
            : Lincheck.outcomes(play));
  }

  private static Class<?> play(String name) throws ClassNotFoundException {
    return Class.forName(MutantMain.class.getPackageName() + '.' + name);
  }
}
