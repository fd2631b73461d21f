package org.reactiveserializer.stress.mutants;

import java.util.List;
import java.util.stream.Stream;

/** All mutants. Each must be caught by each of its races and tests: otherwise these show nothing. */
public final class Mutants {
  /** One without a defect, which biases threads where there is no barrier of the system, too. */
  public static final Mutant FENCED_BIAS = BiasMutants.fenced();

  /** The mutants. */
  public static final List<Mutant> ALL =
      Stream.of(
              EngineMutants.all(),
              EmitterMutants.all(),
              BiasMutants.all(),
              OperatorMutants.all(),
              KeyMutants.all())
          .flatMap(List::stream)
          .toList();

  private Mutants() {}

  /** Returns the mutant with a name. */
  public static Mutant named(String name) {
    return ALL.stream()
        .filter(mutant -> mutant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no mutant has the name: " + name));
  }

  static Mutant core(String name, String file) {
    return Mutant.of(name, "serializer/src/main/java/org/reactiveserializer/" + file + ".java");
  }

  static Mutant calls(String name, String file) {
    return Mutant.of(
        name, "serializer-calls/src/main/java/org/reactiveserializer/calls/" + file + ".java");
  }
}
