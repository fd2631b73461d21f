package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

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
        <p>%,d integers a producer through one serializer, in items per microsecond: the more the
        better. Every item was checked on arrival: each once, in the order of its producer, never
        two at a time. The bar is the median batch, the line goes from the slowest to the
        fastest. All bars are drawn to one scale, except one that is broken.</p>
        <p>Where batches differ, a median alone misleads. So all pairs are looked at, too, of a
        batch of ours and one of the best rival: ours the faster in 50 %% of them means that there
        is nothing between the two.</p>
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
            STYLE + Charts.STYLE,
            items,
            busy(),
            faults(),
            charts.html(),
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
                    "<div class=\"fault\"><p>Failed the check, so not timed:</p>\n<ul>\n",
                    "</ul></div>\n"));
  }

  private String garbage() {
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
