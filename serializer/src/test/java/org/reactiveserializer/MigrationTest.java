package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Example;
import org.reactiveserializer.support.Stage;
import org.reactiveserializer.testing.Page;

/**
 * The examples of the page on migration compile and run, with what {@link Stage} offers. Where they
 * leave the emission to others, two threads emit, also while an item is being delivered. Where the
 * page says "before", a single thread emits: what two would do differs.
 */
class MigrationTest {
  /** What follows each example, in the order of the page: see {@link Stage} for the methods. */
  private static final List<String> CHECKS =
      List.of(
          // a lock
          "emit(callback); expect(all(), downstream);",
          "emit(callback); expect(all(), downstream);",
          // RxJava: serialize
          "expect(all(), serial);",
          "expect(all(), serial);",
          // processors; a PublishProcessor has no subscriber yet when the example emits
          "expect(1 + all(), events, () -> processor.onNext(item));",
          "expect(1 + all(), events, () -> processor.onNext(item));",
          "expectTwice(all(), events, () -> processor.onNext(item));",
          "expectTwice(all(), events, () -> processor.onNext(item));",
          "expectAccepted(result); expect(1 + all(), events, () -> processor.onNext(item));",
          // FlowableEmitter
          "expectUnregistered(all(), events);",
          "expectUnregistered(all(), events);",
          // Sinks.many()
          "expect(1 + all(), events, () -> many.tryEmitNext(item));",
          "expect(1 + all(), events, () -> many.tryEmitNext(item));",
          "expectAccepted(result); expect(1 + all(), events, () -> sink.tryEmit(item));",
          // multicast and replay
          "expectTwice(all(), liveEvents, () -> live.tryEmitNext(item));"
              + "emit(() -> replaying.tryEmitNext(item)); expect(10, replayedEvents);",
          "expectTwice(all(), liveEvents, () -> live.tryEmitNext(item));"
              + "emit(() -> replaying.tryEmitNext(item)); expect(10, replayedEvents);",
          // FluxSink
          "expectUnregistered(all(), events);",
          "expectUnregistered(all(), events);",
          // MultiEmitter
          "expectUnregistered(all(), FlowAdapters.toPublisher(events));",
          "expectUnregistered(all(), FlowAdapters.toPublisher(events));",
          // BroadcastProcessor, as with PublishProcessor
          "expectTwice(all(), FlowAdapters.toPublisher(events), () -> processor.onNext(item));",
          "expectTwice(all(), FlowAdapters.toPublisher(events), () -> emitter.emit(item));",
          // SubmissionPublisher
          "expect(1, downstream);",
          "if (result != EmitOutcome.QUEUED) throw new AssertionError(result); expect(1, downstream);",
          // merge and flatMap
          "expect(2 * all(), merged); expect(all(), mapped); "
              + "expect(2 * all(), FlowAdapters.toPublisher(joined));",
          "expect(2 * all(), merged); expect(all(), mapped); "
              + "expect(2 * all(), FlowAdapters.toPublisher(joined));");

  @TempDir private static Path directory;
  private static List<String> examples;

  @BeforeAll
  static void compile() throws IOException {
    examples = Page.examples("docs/migration.md");
    assertEquals(CHECKS.size(), examples.size());
    List<String> codes = numbers().mapToObj(i -> examples.get(i) + CHECKS.get(i)).toList();
    assertEquals("", Example.complaintsAbout(codes, directory));
  }

  static IntStream numbers() {
    return IntStream.range(0, CHECKS.size());
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void runs(int number) throws Exception {
    Example.run(number, directory, examples.get(number).startsWith("// before") ? 1 : 2);
  }
}
