package org.reactiveserializer.examples;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.SerialCalls;

/**
 * A tool server that writes lines of JSON to its standard output: four tools report progress and answer at the
 * same time. With {@code lock} each tool waits while the client reads slowly. With {@code calls} no tool waits
 * to report progress: a report that finds no room is left out. Answers wait for room.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ToolServer lock | (sleep 2; tail -n 4)
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ToolServer calls | (sleep 2; tail -n 4)
 * }</pre>
 */
public final class ToolServer {
  private static final int TOOLS = 4;
  private static final int STEPS = 20_000;

  /** Runs the tools. The argument: {@code lock} or {@code calls}. */
  public static void main(String[] args) {
    if (args[0].equals("lock")) {
      work(ToolServer::printLocked, ToolServer::printLocked);
    } else {
      Serializer<String> few =
          Serializer.<String>withDefaults().bounded(64, Overflow.DROP_NEWEST).deliverOn();
      SerialCalls<String> client =
          SerialCalls.of(few, System.out, (out, line) -> out.println(line));
      work(client::tryCall, line -> client.call(line, Duration.ofMinutes(1)));
      client.end();
      client.ended().toCompletableFuture().join();
    }
  }

  private static void printLocked(String line) {
    synchronized (System.out) {
      System.out.println(line);
    }
  }

  private static void work(Consumer<String> report, Consumer<String> answer) {
    long start = System.nanoTime();
    IntStream.range(0, TOOLS).parallel().forEach(tool -> run(tool, report, answer));
    System.err.printf("the tools took %d ms%n", (System.nanoTime() - start) / 1_000_000);
  }

  private static void run(int tool, Consumer<String> report, Consumer<String> answer) {
    for (int step = 1; step <= STEPS; step++) {
      report.accept("{\"tool\": " + tool + ", \"progress\": " + step + "}");
    }
    answer.accept("{\"tool\": " + tool + ", \"answer\": 42}");
  }
}
