package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.Series.Sample;

class FiguresTest {
  private static final String CSV =
      """
      # Some Processor 9000, 2 processors. Some VM 17. Medians of the batches in 2 JVMs.
      producers,1,2
      serializer,60.25,60.25
      rxjava,3.00,
      unserialized,500.00,
      """;

  @Test
  void areTheMediansOfAComparison() {
    Comparison comparison = new Comparison(List.of(1, 2), List.of(Contender.RXJAVA), false);
    comparison.run(
        2,
        (contender, producers) ->
            switch (contender) {
              case SERIALIZER -> new Sample(List.of(60.0, 60.25, 90.0), 0, null);
              case RXJAVA ->
                  producers == 2 ? Sample.faulty("lost") : new Sample(List.of(3.0), 0, null);
              default -> new Sample(List.of(500.0), 0, null);
            },
        new PrintStream(OutputStream.nullOutputStream()));
    Machine machine = new Machine("Some Processor 9000", 2, "Some System", "Some VM 17");
    assertEquals(CSV, Figures.of(comparison, machine).csv());
  }

  @Test
  void areReadAsTheyWereWritten() {
    assertEquals(CSV, Figures.parse(CSV).csv());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# only a caption",
        "no caption\nproducers,1\nserializer,1",
        "# no producers\nserializer,1\nrxjava,1",
        "# no column\nproducers\nserializer",
        "# no number of producers\nproducers,one\nserializer,1",
        "# too few values\nproducers,1,2\nserializer,1",
        "# too many values\nproducers,1\nserializer,1,2",
        "# not a number\nproducers,1\nserializer,fast",
        "# negative\nproducers,1\nserializer,-1",
        "# not finite\nproducers,1\nserializer,NaN",
        "# too large\nproducers,1\nserializer,1e5",
        "# unknown contender\nproducers,1\nakka,1"
      })
  void rejectsOtherText(String text) {
    Exception rejected = assertThrows(IllegalArgumentException.class, () -> Figures.parse(text));
    assertTrue(rejected.getMessage() != null && !rejected.getMessage().isBlank());
  }
}
