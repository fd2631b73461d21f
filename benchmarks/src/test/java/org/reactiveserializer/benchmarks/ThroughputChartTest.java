package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.benchmarks.BarChart.Theme;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ThroughputChartTest {
  private static final Path COMMITTED = Path.of("..", "docs", "images");
  private static final String CSV =
      """
      # Some <Processor> & Co., 2 processors. JDK 25.
      producers,1,2,4,8
      serializer,70,64,80,104
      biased,230,68,88,108
      synchronized,61,6.2,5.6,7.1
      reentrant-lock,68,46,57,59
      rxjava,30,3.7,,9.2
      reactor,31,3.4,4.4,6.6
      mutiny,31,3.4,4.4,6.5
      sink,1234,1234,1234,1234
      """;

  @ParameterizedTest
  @EnumSource
  void hasEveryContenderAndValue(Theme theme) throws Exception {
    List<String> texts = texts(CSV, theme).stream().map(Element::getTextContent).toList();
    List<String> expected =
        List.of(
            "this library",
            "ReentrantLock",
            "RxJava",
            "Reactor",
            "Mutiny",
            "1 producer",
            "8 producers",
            "items per microsecond (more is better)",
            "150");
    assertTrue(texts.containsAll(expected), texts::toString);
    List<String> values =
        CSV.lines()
            .filter(line -> line.matches("(?!producers|sink|biased|synchronized)\\w.*"))
            .flatMap(line -> Stream.of(line.split(",")).skip(1))
            .filter(cell -> !cell.isEmpty())
            .toList();
    assertEquals(19, values.size());
    assertTrue(texts.containsAll(values), texts::toString);
    for (String other :
        List.of("1234", "this library, biased mode", "230", "synchronized", "5.6")) {
      assertFalse(texts.contains(other), other);
    }
    assertTrue(
        texts.contains(
            "Some <Processor> & Co., 2 processors. JDK 25. \u2013: failed verification, not timed."));
    assertEquals(1, texts.stream().filter("\u2013"::equals).count());
  }

  @Test
  void barsAreDrawnToOneScaleFromZero() throws Exception {
    List<Element> bars = bars(CSV);
    assertEquals(19, bars.size());
    List<Element> lines = elements(parsed(CSV, Theme.LIGHT), "line");
    double unit = (number(lines.get(0), "y1") - number(lines.get(3), "y1")) / 150;
    assertEquals(70 * unit, number(bars.get(0), "height"), 0.1);
    assertEquals(68 * unit, number(bars.get(1), "height"), 0.1);
    assertEquals(6.5 * unit, number(bars.get(18), "height"), 0.1);
    for (Element bar : bars) {
      double bottom = number(bars.get(0), "y") + number(bars.get(0), "height");
      assertEquals(bottom, number(bar, "y") + number(bar, "height"), 0.11);
    }
  }

  @Test
  void drawsWhatWasMeasuredOnly() throws Exception {
    String csv = "# caption\nproducers,1\nserializer,70\nmutiny,31\n";
    List<String> texts = texts(csv, Theme.LIGHT).stream().map(Element::getTextContent).toList();
    assertTrue(texts.containsAll(List.of("this library", "Mutiny", "70", "31")), texts::toString);
    assertFalse(texts.contains("RxJava"));
    assertEquals(2, bars(csv).size());
  }

  @Test
  void everythingFitsAndNoTextsOverlap() throws Exception {
    String manyGroups = IntStream.rangeClosed(1, 16).mapToObj(n -> "," + n).collect(joining());
    String longCaption = "# " + "A caption that does not fit into one line. ".repeat(9);
    for (String csv :
        List.of(
            CSV,
            "# caption\nproducers,16\nserializer,0.0\n",
            CSV.replace("70,", "99999,").replace("104", "10000"),
            CSV.replaceFirst("#.*", longCaption),
            CSV.replaceFirst("#.*", "# " + "unbroken".repeat(50)),
            "# caption\nproducers%s\nserializer%s\nreentrant-lock%s\nrxjava%s\n"
                .formatted(manyGroups, manyGroups, ",123.4".repeat(16), ",3456".repeat(16)))) {
      assertFits(csv);
    }
  }

  private static void assertFits(String csv) throws Exception {
    Element svg = parsed(csv, Theme.LIGHT);
    double[] view =
        Stream.of(svg.getAttribute("viewBox").split(" ")).mapToDouble(Double::valueOf).toArray();
    assertTrue(view[2] >= 800);
    List<double[]> boxes = new ArrayList<>();
    for (Element text : elements(svg, "text")) {
      boxes.add(box(text));
    }
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertFalse(overlap(boxes.get(i), boxes.get(j)), csv + i + " and " + j);
      }
    }
    for (Element rect : elements(svg, "rect")) {
      double x = rect.hasAttribute("x") ? number(rect, "x") : 0;
      double y = rect.hasAttribute("y") ? number(rect, "y") : 0;
      boxes.add(new double[] {x, y, x + number(rect, "width"), y + number(rect, "height")});
    }
    for (double[] box : boxes) {
      assertTrue(box[0] >= 0 && box[1] >= 0 && box[2] <= view[2] && box[3] <= view[3], csv);
    }
  }

  /** Returns left, top, right and bottom, with the upper bound of the width. */
  private static double[] box(Element text) {
    double size = number(text, "font-size");
    double width = text.getTextContent().length() * size * BarChart.CHARACTER;
    double left =
        number(text, "x")
            - switch (text.getAttribute("text-anchor")) {
              case "middle" -> width / 2;
              case "end" -> width;
              default -> 0;
            };
    double base = number(text, "y");
    return new double[] {left, base - 0.8 * size, left + width, base + 0.22 * size};
  }

  private static boolean overlap(double[] a, double[] b) {
    return a[0] < b[2] - 0.1 && b[0] < a[2] - 0.1 && a[1] < b[3] && b[1] < a[3];
  }

  @ParameterizedTest
  @EnumSource
  void everyColourStandsOutFromTheBackground(Theme theme) throws Exception {
    Element svg = parsed(CSV, theme);
    List<Element> rects = elements(svg, "rect");
    String page = rects.get(0).getAttribute("fill");
    for (Element rect : rects.subList(1, rects.size())) {
      assertTrue(Contrast.of(page, rect.getAttribute("fill")) >= 3, rect.getAttribute("fill"));
    }
    for (Element text : elements(svg, "text")) {
      assertTrue(Contrast.of(page, text.getAttribute("fill")) >= 4.5, text.getTextContent());
    }
  }

  @ParameterizedTest
  @EnumSource
  void needsNothingButItself(Theme theme) {
    String svg = new ThroughputChart(Figures.parse(CSV), theme).svg();
    for (String outside :
        List.of("<script", "<style", "href", "url(", "@import", "@font-face", "<image", "\non")) {
      assertFalse(svg.contains(outside), outside);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theCommittedChartsShowTheCommittedFigures(Theme theme) throws IOException {
    Figures figures = Figures.parse(Files.readString(COMMITTED.resolve("throughput.csv")));
    assertEquals(
        Files.readString(COMMITTED.resolve(theme.fileName("throughput"))),
        new ThroughputChart(figures, theme).svg());
  }

  @ParameterizedTest
  @CsvSource({
    "68;46;57;59, 61;6.2;5.6;7.1, ReentrantLock",
    "30;20;;9, 61;26;5.6;7.1, synchronized"
  })
  void theBetterLockIsDrawn(String reentrant, String monitor, String better) throws Exception {
    String csv =
        "# caption\nproducers,1,2,4,8\nserializer,70,64,80,104\nsynchronized,%s\nreentrant-lock,%s\n"
            .formatted(monitor.replace(';', ','), reentrant.replace(';', ','));
    List<String> texts = texts(csv, Theme.LIGHT).stream().map(Element::getTextContent).toList();
    assertEquals(
        List.of(better),
        Stream.of("ReentrantLock", "synchronized").filter(texts::contains).toList());
  }

  private static List<Element> bars(String csv) throws Exception {
    return elements(parsed(csv, Theme.LIGHT), "rect").stream()
        .filter(rect -> rect.hasAttribute("x") && number(rect, "width") > 12)
        .toList();
  }

  private static List<Element> texts(String csv, Theme theme) throws Exception {
    return elements(parsed(csv, theme), "text");
  }

  private static Element parsed(String csv, Theme theme) throws Exception {
    String svg = new ThroughputChart(Figures.parse(csv), theme).svg();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
