package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;

/** Says in one sentence what a {@link Comparison} shows: this library, without biased mode, beside the best rival. */
final class Conclusion {
  private static final double CLEARLY =
      1.1; // medians of one run that differ by less may be the other way round in the next

  private final Comparison comparison;

  Conclusion(Comparison comparison) {
    this.comparison = comparison;
  }

  @Override
  public String toString() {
    if (!comparison.isOursClean()) {
      return "This library failed verification: do not use it here, and report this.";
    }
    List<String> parts = new ArrayList<>();
    part("faster than", ratio -> ratio >= CLEARLY).ifPresent(parts::add);
    part("about as fast as", ratio -> ratio < CLEARLY && ratio > 1 / CLEARLY).ifPresent(parts::add);
    part("slower than", ratio -> ratio <= 1 / CLEARLY).ifPresent(parts::add);
    String found =
        parts.isEmpty()
            ? "there was no rival that passed verification"
            : "it was " + String.join("; ", parts);
    return "This library delivered every item once and in order; " + found + ".";
  }

  private Optional<String> part(String relation, DoublePredicate belongs) {
    String cases =
        comparison.producers().stream()
            .filter(
                count ->
                    comparison.ratio(Contender.SERIALIZER, count).filter(belongs::test).isPresent())
            .map(this::inWords)
            .collect(Collectors.joining(", "));
    return cases.isEmpty()
        ? Optional.empty()
        : Optional.of(relation + " the best rival with " + cases);
  }

  private String inWords(int count) {
    return "%s (%.1f × %s)"
        .formatted(
            Comparison.inWords(count),
            comparison.ratio(Contender.SERIALIZER, count).orElseThrow(),
            comparison.bestRival(count).orElseThrow().label());
  }
}
