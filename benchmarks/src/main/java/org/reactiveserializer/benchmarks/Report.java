package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A comparison as a web page that needs nothing but itself.
 *
 * @param items how many items each producer pushed
 * @param command what would produce it again
 */
record Report(
    Comparison comparison,
    int items,
    Machine machine,
    ForeignLoad foreign,
    String command,
    ZonedDateTime date) {

  private static final int NAMES = 180; // widths in the units of the drawing
  private static final int BARS = 430;
  private static final int FIGURES = 150;
  private static final int ROW = 26;
  private static final int BAR = 16;

  /** Returns the page. */
  String html() {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Serializers compared</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>Serializers compared</h1>
        <p>%,d integers a producer through one serializer, in items per microsecond: the more the
        better. Every item was checked on arrival: each once, in the order of its producer, never
        two at a time. The bar is the median batch, the line goes from the slowest to the
        fastest.</p>
        %s%s%s
        <h2>Garbage</h2>
        <p>Bytes allocated for an item, the mean over a virtual machine, in the worst of them.</p>
        %s
        <h2>How it was measured</h2>
        <dl>
        <dt>Command</dt><dd><code>%s</code></dd>
        <dt>Date</dt><dd>%s</dd>
        <dt>Machine</dt><dd>%s, %d processors</dd>
        <dt>Others on it</dt><dd>%s between the measurements</dd>
        <dt>System</dt><dd>%s</dd>
        <dt>Java</dt><dd>%s</dd>
        <dt>Contenders</dt><dd>%s</dd>
        </dl>
        </body>
        </html>
        """
        .formatted(
            STYLE,
            items,
            busy(),
            faults(),
            comparison.producers().stream().map(this::chart).collect(joining()),
            garbage(),
            escape(command),
            date.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
            escape(machine.processor()),
            machine.processors(),
            foreign,
            escape(machine.system()),
            escape(machine.java()),
            contenders());
  }

  private String busy() {
    return foreign.isTooMuch()
        ? "<p class=\"fault\">Do not trust these figures: %s.</p>\n".formatted(foreign)
        : "";
  }

  private String faults() {
    List<String> faults = comparison.faults();
    return faults.isEmpty()
        ? ""
        : faults.stream()
            .map(fault -> "<li>" + escape(fault) + "</li>\n")
            .collect(
                joining(
                    "",
                    "<div class=\"fault\"><p>Failed the check, hence not timed:</p>\n<ul>\n",
                    "</ul></div>\n"));
  }

  private String chart(int count) {
    Map<Contender, Series> row = comparison.row(count);
    double scale =
        BARS
            / row.values().stream()
                .filter(Series::isTimed)
                .mapToDouble(Series::fastest)
                .max()
                .orElse(1);
    StringBuilder drawing = new StringBuilder();
    int y = 0;
    for (Map.Entry<Contender, Series> entry : row.entrySet()) {
      drawing.append(bar(entry.getKey(), entry.getValue(), y, scale));
      y += ROW;
    }
    int width = NAMES + BARS + FIGURES;
    return """
        <h2>%s</h2>
        %s<svg viewBox="0 0 %d %d" role="img" aria-label="Items per microsecond, %s">
        %s</svg>
        """
        .formatted(
            Comparison.inWords(count), ratio(count), width, y, Comparison.inWords(count), drawing);
  }

  private String bar(Contender contender, Series series, int y, double scale) {
    int middle = y + ROW / 2;
    String name =
        "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n"
            .formatted(NAMES - 8, middle, contender.label());
    if (!series.isTimed()) {
      return name
          + "<text class=\"faulty\" x=\"%d\" y=\"%d\">failed the check</text>\n"
              .formatted(NAMES, middle);
    }
    String kind = contender.role().name().toLowerCase(Locale.ROOT);
    double end = NAMES + scale * series.fastest();
    return name
        + String.format(
            Locale.ROOT,
            """
            <rect class="%s" x="%d" y="%d" width="%.1f" height="%d"><title>%d batches</title></rect>
            <path class="spread" d="M%.1f %dH%.1fm0 -4v8M%.1f %dv8"/>
            <text x="%.1f" y="%d">%.1f <tspan class="range">%.1f … %.1f</tspan></text>
            """,
            kind,
            NAMES,
            middle - BAR / 2,
            scale * series.median(),
            BAR,
            series.batches(),
            NAMES + scale * series.slowest(),
            middle,
            end,
            NAMES + scale * series.slowest(),
            middle - 4,
            end + 8,
            middle,
            series.median(),
            series.slowest(),
            series.fastest());
  }

  private String ratio(int count) {
    return comparison
        .ratio(count)
        .map(
            ratio ->
                "<p>Ours is at <b>%.2f ×</b> the best rival, %s.</p>\n"
                    .formatted(
                        ratio, comparison.bestRival(count).map(Contender::label).orElse("none")))
        .orElse("");
  }

  private String garbage() {
    String head =
        comparison.producers().stream()
            .map(count -> "<th>" + Comparison.inWords(count) + "</th>")
            .collect(joining("", "<tr><th></th>", "</tr>\n"));
    return comparison.contenders().stream()
        .map(
            contender ->
                comparison.producers().stream()
                    .map(count -> comparison.row(count).get(contender))
                    .map(
                        series ->
                            series == null || !series.isTimed()
                                ? "<td></td>"
                                : "<td>%.1f</td>".formatted(series.bytesPerItem()))
                    .collect(joining("", "<tr><th>" + contender.label() + "</th>", "</tr>\n")))
        .collect(joining("", "<table>\n" + head, "</table>"));
  }

  private String contenders() {
    return comparison.contenders().stream()
        .map(
            each ->
                "<b>%s</b>: %s (%s)"
                    .formatted(each.label(), escape(each.description()), escape(each.artifact())))
        .collect(joining("<br>\n"));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1b1f24; --page: #ffffff; --soft: #5b6570;
        --ours: #1668c7; --rival: #a3adb8; --ceiling: #d5dbe1; --alternative: #c9b37a;
        --fault: #b42318; }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e6e9ec; --page: #15181c; --soft: #9aa4af;
          --ours: #5aa2f0; --rival: #66717d; --ceiling: #39414a; --alternative: #7d6d40;
          --fault: #ff8a7a; }
      }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
        max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
      svg { width: 100%; font-size: 13px; fill: var(--text); }
      svg text { dominant-baseline: central; }
      .name { text-anchor: end; }
      .range, dt { fill: var(--soft); color: var(--soft); }
      .ours { fill: var(--ours); }
      .rival { fill: var(--rival); }
      .alternative { fill: var(--alternative); }
      .ceiling { fill: var(--ceiling); }
      .spread { stroke: var(--text); fill: none; }
      .fault, .faulty { color: var(--fault); fill: var(--fault); }
      dd { margin: 0 0 .5rem 1rem; }
      table { border-collapse: collapse; }
      th, td { text-align: right; padding: .1rem .8rem; font-weight: normal; }
      td { font-variant-numeric: tabular-nums; }
      """;
}
