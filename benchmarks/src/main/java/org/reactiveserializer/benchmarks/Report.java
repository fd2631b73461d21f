package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import org.reactiveserializer.benchmarks.BarChart.Theme;

/**
 * A comparison as a self-contained web page: the charts, the table, and the conditions.
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
        <p>Each producer emitted %,d integers. Every item was verified: each arrived once, in the
        order of its producer, and one at a time.</p>
        %s%s
        <h2>Medians and ranges</h2>
        <p>A median does not show how much the batches differ. So each batch of this library is also
        compared with each batch of the best rival: 50 %% of the pairs won means that there is no
        difference.</p>
        <pre>%s</pre>
        <h2>Conditions</h2>
        <dl>
        <dt>Command</dt><dd><code>%s</code></dd>
        <dt>Date</dt><dd>%s</dd>
        <dt>Machine</dt><dd>%s</dd>
        <dt>Other load</dt><dd>%s between the measurements</dd>
        <dt>Contenders</dt><dd>%s</dd>
        </dl>
        </body>
        </html>
        """
        .formatted(
            STYLE,
            items,
            load(),
            charts(),
            escape(new Conclusion(comparison) + "\n\n" + new Table(comparison)),
            escape(command),
            date.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
            escape(machine.toString()),
            foreign,
            contenders());
  }

  private String load() {
    return foreign.isTooMuch()
        ? "<p class=\"fault\">Unreliable figures: %s.</p>\n".formatted(foreign)
        : "";
  }

  private String charts() {
    Figures figures = Figures.of(comparison, machine);
    return Arrays.stream(Theme.values()).map(theme -> chart(figures, theme)).collect(joining());
  }

  private static String chart(Figures figures, Theme theme) {
    String file = new ThroughputChart(figures, theme).svg();
    String element = file.substring(file.indexOf("<svg")); // without the declaration of XML
    return "<div class=\"%s\">%s</div>\n"
        .formatted(theme == Theme.DARK ? "dark" : "light", element);
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
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
        padding: 0 1rem; overflow-wrap: anywhere; }
      pre, .light, .dark { overflow-x: auto; }
      dd { margin: 0 0 .5rem 1rem; }
      .fault { font-weight: bold; }
      .dark { display: none; }
      @media (prefers-color-scheme: dark) { .dark { display: block; } .light { display: none; } }
      """;
}
