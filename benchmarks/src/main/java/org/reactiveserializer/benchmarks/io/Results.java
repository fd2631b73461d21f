package org.reactiveserializer.benchmarks.io;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.Series;
import org.reactiveserializer.benchmarks.Series.Sample;
import org.reactiveserializer.benchmarks.io.IoContender.Kind;

/**
 * Measures the contenders of one work and holds their figures. A contender is measured again only
 * after all others have been measured: a change on the machine meanwhile affects all of them.
 */
final class Results {
  private final Work work;
  private final Effort effort;
  private final List<IoContender> contenders;
  private final Map<IoContender, Map<String, Series>> series = new LinkedHashMap<>();
  private final Map<String, String> notes = new LinkedHashMap<>();

  /** Creates results without figures. */
  Results(Work work, Effort effort, List<IoContender> contenders) {
    this.work = work;
    this.effort = effort;
    this.contenders = List.copyOf(contenders);
    for (IoContender contender : contenders) {
      Map<String, Series> row = new LinkedHashMap<>();
      work.cases(effort).stream()
          .filter(contender::isIn)
          .flatMap(each -> each.columns().stream())
          .forEach(column -> row.put(column, new Series()));
      series.put(contender, row);
    }
  }

  /** Measures every contender once, in every case. */
  void round(Runnable before, PrintStream progress) {
    for (Case which : work.cases(effort)) {
      for (IoContender contender : contenders) {
        if (contender.isIn(which)) {
          boolean isSkipped = row(contender, which).stream().anyMatch(each -> each.fault() != null);
          if (!isSkipped) {
            before.run();
          }
          progress.printf(
              "%s, %s, %s: ",
              work.label(), String.join(" and ", which.columns()), contender.label());
          progress.flush();
          if (isSkipped) {
            progress.println("skipped, failed before");
          } else {
            progress.println(inWords(which, record(contender, which, measured(contender, which))));
          }
        }
      }
    }
  }

  private Outcome measured(IoContender contender, Case which) {
    try {
      return work.measure(contender, which, effort);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Outcome.faulty("interrupted");
    } catch (Exception failed) {
      String message = failed.getMessage();
      return Outcome.faulty(message == null ? failed.toString() : message);
    }
  }

  private Outcome record(IoContender contender, Case which, Outcome outcome) {
    List<Series> row = row(contender, which);
    for (int i = 0; i < row.size(); i++) {
      row.get(i)
          .add(
              outcome.fault() == null
                  ? new Sample(List.of(outcome.figures().get(i)), 0, null)
                  : Sample.faulty(outcome.fault()));
    }
    if (!outcome.note().isEmpty()) {
      notes.put(contender.label() + ", " + which.columns().get(0), outcome.note());
    }
    return outcome;
  }

  private List<Series> row(IoContender contender, Case which) {
    return which.columns().stream()
        .map(column -> Objects.requireNonNull(at(contender, column)))
        .toList();
  }

  private String inWords(Case which, Outcome outcome) {
    if (outcome.fault() != null) {
      return "FAILED: " + outcome.fault();
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < which.columns().size(); i++) {
      words.add("%s %s".formatted(IoTable.number(outcome.figures().get(i)), work.subject().unit()));
    }
    return String.join(", ", words) + (outcome.note().isEmpty() ? "" : " (" + outcome.note() + ")");
  }

  Work work() {
    return work;
  }

  List<IoContender> contenders() {
    return contenders;
  }

  List<String> columns() {
    return work.cases(effort).stream().flatMap(each -> each.columns().stream()).toList();
  }

  /** Returns the figures of a contender in a column, or null if it is not measured there. */
  @Nullable Series at(IoContender contender, String column) {
    Map<String, Series> row = series.get(contender);
    return row == null ? null : row.get(column);
  }

  /** Returns the rival with the best median of a column, among those without a fault. */
  Optional<IoContender> bestRival(String column) {
    IoContender best = null;
    for (IoContender contender : contenders) {
      if (contender.kind() == Kind.RIVAL && isBetter(contender, best, column)) {
        best = contender;
      }
    }
    return Optional.ofNullable(best);
  }

  private boolean isBetter(IoContender one, @Nullable IoContender other, String column) {
    Double its = other == null ? null : median(other, column);
    Double own = median(one, column);
    return own != null && (its == null || (work.subject().isMoreBetter() ? own > its : own < its));
  }

  /** Returns a median, or null if the contender failed or was not measured. */
  @Nullable Double median(IoContender contender, String column) {
    Series own = at(contender, column);
    return own == null || !own.isTimed() ? null : own.median();
  }

  /** Returns all notes, in words: the last of each contender in each case. */
  List<String> notes() {
    return notes.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList();
  }

  /** Returns all faults, in words. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    series.forEach(
        (contender, row) ->
            row.forEach(
                (column, own) -> {
                  if (own.fault() != null) {
                    faults.add("%s, %s: %s".formatted(contender.label(), column, own.fault()));
                  }
                }));
    return faults;
  }

  /** Whether this library passed verification everywhere. */
  boolean isOursClean() {
    return contenders.stream()
        .filter(each -> each.kind() == Kind.OURS)
        .flatMap(each -> series.getOrDefault(each, Map.of()).values().stream())
        .allMatch(each -> each.fault() == null);
  }
}
