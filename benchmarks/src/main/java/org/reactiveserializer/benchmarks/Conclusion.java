package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import org.reactiveserializer.benchmarks.Contender.Role;

/** Says in one sentence what a {@link Comparison} shows of this library without biased mode. */
final class Conclusion {
  private static final Set<Contender> LOCKS =
      Set.of(Contender.SYNCHRONIZED, Contender.REENTRANT_LOCK);

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
    beside("fastest other library", rival -> !LOCKS.contains(rival)).ifPresent(parts::add);
    beside("faster lock", LOCKS::contains).ifPresent(parts::add);
    String found = parts.isEmpty() ? "" : ", and was " + String.join(", and ", parts);
    return "This library delivered every item once and in order" + found + ".";
  }

  private Optional<String> beside(String best, Predicate<Contender> belongs) {
    DoubleSummaryStatistics ratios =
        comparison.producers().stream()
            .map(comparison::row)
            .map(row -> ratio(row, belongs))
            .flatMapToDouble(OptionalDouble::stream)
            .summaryStatistics();
    return ratios.getCount() == 0
        ? Optional.empty()
        : Optional.of(
            "%.1f to %.1f times as fast as the %s"
                .formatted(ratios.getMin(), ratios.getMax(), best));
  }

  /** Returns the median of this library divided by that of the best of a group. */
  private static OptionalDouble ratio(Map<Contender, Series> row, Predicate<Contender> belongs) {
    OptionalDouble best =
        row.entrySet().stream()
            .filter(entry -> entry.getKey().role() == Role.RIVAL && belongs.test(entry.getKey()))
            .filter(entry -> entry.getValue().isTimed())
            .mapToDouble(entry -> entry.getValue().median())
            .max();
    Series own = row.get(Contender.SERIALIZER);
    return best.isEmpty() || own == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(own.median() / best.getAsDouble());
  }
}
