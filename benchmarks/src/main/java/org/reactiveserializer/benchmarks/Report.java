package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * A comparison as a self-contained web page.
 *
 * @param items the number of items that each producer emitted
 * @param command the command line that produces it again
 */
record Report(
    Comparison comparison,
    int items,
    Machine machine,
    ForeignLoad foreign,
    String command,
    ZonedDateTime date) {

  /** Returns the page. */
  String html() {
    Charts charts = new Charts(comparison);
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
        <p>Throughput of one serializer in items per microsecond; more is better. Each producer
        emitted %,d integers. Every item was verified: each arrived once, in the order of its
        producer, and one at a time. A bar shows the median batch, the line in it the range from
        the slowest batch to the fastest. All bars have the same scale, except bars drawn broken.</p>
        <p>A median does not show how much the batches differ. So each batch of this library is also
        compared with each batch of the best rival: faster in 50 %% of the pairs means that there
        is no difference.</p>
        %s%s%s
        <h2>Allocation</h2>
        <p>Allocated bytes per item: the mean of a virtual machine, for the one with the highest mean.</p>
        %s
        <h2>Conditions</h2>
        <dl>
        <dt>Command</dt><dd><code>%s</code></dd>
        <dt>Date</dt><dd>%s</dd>
        <dt>Machine</dt><dd>%s, %d processors</dd>
        <dt>Other load</dt><dd>%s between the measurements</dd>
        <dt>System</dt><dd>%s</dd>
        <dt>Java</dt><dd>%s</dd>
        <dt>Contenders</dt><dd>%s</dd>
        </dl>
        </body>
        </html>
        """
        .formatted(
            STYLE + Charts.STYLE,
            items,
            load(),
            faults(),
            charts.html(),
            allocation(),
            escape(command),
            date.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
            escape(machine.processor()),
            machine.processors(),
            foreign,
            escape(machine.system()),
            escape(machine.java()),
            contenders());
  }

  private String load() {
    return foreign.isTooMuch()
        ? "<p class=\"fault\">Unreliable figures: %s.</p>\n".formatted(foreign)
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
                    "<div class=\"fault\"><p>Failed verification, not timed:</p>\n<ul>\n",
                    "</ul></div>\n"));
  }

  private String allocation() {
    String head =
        comparison.producers().stream()
            .map(count -> "<th>" + count + "</th>")
            .collect(joining("", "<tr><th>producers</th>", "</tr>\n"));
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
        .collect(joining("", "<div class=\"wide\"><table>\n" + head, "</table></div>"));
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
        --ours: #1668c7; --rival: #a3adb8; --alternative: #c9b37a; --fault: #b42318; }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e6e9ec; --page: #15181c; --soft: #9aa4af;
          --ours: #3f86d6; --rival: #66717d; --alternative: #7d6d40; --fault: #ff8a7a; }
      }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
        max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
      dt { color: var(--soft); }
      dd { margin: 0 0 .5rem 1rem; }
      .fault { color: var(--fault); }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; overflow-wrap: normal; }
      th, td { text-align: right; padding: .1rem .7rem; font-weight: normal; }
      th:first-child { padding-left: 0; text-align: left; white-space: nowrap; }
      td { font-variant-numeric: tabular-nums; }
      """;
}
