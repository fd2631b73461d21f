package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.Map;
import org.reactiveserializer.benchmarks.Contender.Role;

/**
 * The bars of a report, for each number of producers. HTML boxes and not a drawing, so the text
 * stays legible on a narrow screen.
 */
final class Charts {
  static final String STYLE =
      """
      .row { display: grid; grid-template-columns: 12rem 1fr 11rem; gap: 0 .6rem;
        align-items: center; font-size: .85rem; line-height: 1.6rem; }
      .name { text-align: right; }
      .figure { font-variant-numeric: tabular-nums; white-space: nowrap; }
      .range, .count { color: var(--soft); }
      .faulty { color: var(--fault); }
      .track { position: relative; height: 1rem; }
      .bar { position: absolute; height: 100%; box-sizing: border-box; }
      .ours, .ours_biased { background: var(--ours); }
      .rival { background: var(--rival); }
      .alternative { background: var(--alternative); }
      .ceiling { border: 1px solid var(--soft); }
      .broken { width: 100%; }
      .broken::after { content: ""; position: absolute; right: 2rem; width: .4rem; top: -.2rem;
        bottom: -.2rem; background: var(--page); transform: skewX(-20deg);
        border: solid var(--soft); border-width: 0 1px; }
      .spread { position: absolute; top: 25%; height: 50%; box-sizing: border-box;
        border: solid var(--text); border-width: 0 1px; }
      .spread::after { content: ""; position: absolute; top: 50%; width: 100%;
        border-top: 1px solid var(--text); }
      @media (max-width: 40rem) {
        .row { grid-template-columns: 1fr auto; margin-bottom: .7rem; }
        .name { text-align: left; }
        .track { grid-row: 2; grid-column: 1 / 3; }
      }
      """;

  private final Comparison comparison;
  private final double fullWidth;

  /** Creates the charts of a comparison. */
  Charts(Comparison comparison) {
    this.comparison = comparison;
    fullWidth =
        comparison.producers().stream()
            .flatMap(count -> comparison.row(count).entrySet().stream())
            .filter(entry -> entry.getKey().role() != Role.CEILING && entry.getValue().isTimed())
            .mapToDouble(entry -> entry.getValue().largest())
            .max()
            .orElse(1); // without the upper limit, whose bar would make all others short
  }

  /** Returns all charts, each with a heading. */
  String html() {
    return comparison.producers().stream().map(this::chart).collect(joining());
  }

  private String chart(int count) {
    Map<Contender, Series> row = comparison.row(count);
    return """
        <h2>%s</h2>
        <p>%s%s</p>
        %s"""
        .formatted(
            Comparison.inWords(count),
            leads(count),
            batches(row),
            row.entrySet().stream()
                .map(entry -> bar(entry.getKey(), entry.getValue()))
                .collect(joining()));
  }

  private String leads(int count) {
    return comparison.ours().stream().map(ours -> lead(ours, count)).collect(joining());
  }

  private String lead(Contender ours, int count) {
    return comparison
        .bestRival(count)
        .flatMap(
            best ->
                comparison
                    .ratio(ours, count)
                    .flatMap(
                        ratio ->
                            comparison
                                .lead(ours, count)
                                .map(lead -> lead(ours, best, ratio, lead))))
        .orElse("");
  }

  private static String lead(Contender ours, Contender best, double ratio, double lead) {
    return """
        The median of %s is <b>%.2f ×</b> that of the best rival, %s; it was faster in %.0f %% of
        the pairs of batches.
        """
        .formatted(ours.label(), ratio, best.label(), 100 * lead);
  }

  private static String batches(Map<Contender, Series> row) {
    return row.values().stream()
        .filter(Series::isTimed)
        .findFirst()
        .map(
            any ->
                "<span class=\"count\">%d batches each, in %d virtual machine%s.</span>"
                    .formatted(any.batches(), any.machines(), any.machines() == 1 ? "" : "s"))
        .orElse("");
  }

  private String bar(Contender contender, Series series) {
    return """
        <div class="row"><span class="name">%s</span>%s</div>
        """
        .formatted(
            contender.label(),
            series.isTimed()
                ? track(contender.role(), series) + figure(series)
                : "<span class=\"faulty\">failed verification</span>");
  }

  private String track(Role role, Series series) {
    String kind = role.name().toLowerCase(Locale.ROOT);
    if (series.largest() > fullWidth) {
      return "<span class=\"track\"><span class=\"bar %s broken\"></span></span>".formatted(kind);
    }
    return """
        <span class="track"><span class="bar %s" style="width:%.1f%%"></span>\
        <span class="spread" style="left:%.1f%%;width:%.1f%%"></span></span>"""
        .formatted(
            kind,
            percent(series.median()),
            percent(series.smallest()),
            percent(series.largest() - series.smallest()));
  }

  private double percent(double speed) {
    return 100 * speed / fullWidth;
  }

  private static String figure(Series series) {
    return "<span class=\"figure\">%.1f <span class=\"range\">%.1f … %.1f</span></span>"
        .formatted(series.median(), series.smallest(), series.largest());
  }
}
