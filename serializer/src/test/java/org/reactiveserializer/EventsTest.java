package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.support.FirstStreams;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.WithoutRecorder;
import org.reactiveserializer.testing.Elsewhere;
import org.reactiveserializer.testing.Log;
import org.reactiveserializer.testing.Program;

/** The events of the flight recorder, read back from a recording. */
class EventsTest {
  private static final String PREFIX = "org.reactiveserializer.";

  @TempDir private Path directory;
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  /** Returns the events of the streams with this name, or without one, of what the action does. */
  private List<RecordedEvent> recorded(String name, Runnable action) throws IOException {
    Path file = directory.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      for (String event : List.of("Overflow", "Discard", "Abort", "LongCall")) {
        recording.enable(PREFIX + event);
      }
      recording.start();
      action.run();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().startsWith(PREFIX)
          && event.getString("stream").contains(name)) {
        events.add(event);
      }
    }
    return events;
  }

  private static RecordedEvent only(String type, List<RecordedEvent> events) {
    List<RecordedEvent> found =
        events.stream().filter(e -> e.getEventType().getName().equals(PREFIX + type)).toList();
    assertEquals(1, found.size(), events::toString);
    return found.get(0);
  }

  private static boolean shows(RecordedEvent event, String method) {
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      if (frame.getMethod().getName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void anItemThatIsDeliveredIsNoEvent() throws IOException {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("alone").sink();
    sink.subscribe(downstream);
    downstream.subscription().request(9);
    downstream.on(1, () -> Elsewhere.run(() -> sink.tryEmit(2)));
    assertEquals(List.of(), recorded("[alone]", () -> sink.tryEmit(1)));
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }

  @Test
  void anOverflowSaysWhichPolicyApplies() throws IOException {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().named("full").bounded(1, Overflow.DROP_NEWEST).sink();
    sink.tryEmit(1);
    RecordedEvent overflow = only("Overflow", recorded("[full]", () -> sink.tryEmit(2)));
    assertEquals(1, overflow.getInt("capacity"));
    assertEquals("DROP_NEWEST", overflow.getString("policy"));
    assertEquals("SerialSink[full]", overflow.getString("stream"));
    assertEquals(Thread.currentThread().getName(), overflow.getThread().getJavaName());
    assertTrue(shows(overflow, "tryEmit"), overflow::toString);
    only("Overflow", recorded("[full]", () -> sink.emit(3, Duration.ZERO)));
    only("Overflow", recorded("[full]", () -> sink.emit(3, Duration.ofNanos(1))));
  }

  @Test
  void anItemThatIsTooHeavyToWaitIsAnOverflow() throws IOException {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .named("heavy")
            .bounded(9, 1, item -> item, Overflow.DROP_NEWEST)
            .sink();
    only("Overflow", recorded("[heavy]", () -> sink.tryEmit(2)));
    only("Overflow", recorded("[heavy]", () -> sink.emit(2, Duration.ofNanos(1))));
    only("Overflow", recorded("[heavy]", () -> sink.emitAsync(2)));
  }

  @Test
  void discardedItemsAreCountedTogether() throws IOException {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("lost").sink();
    sink.subscribe(downstream);
    List.of(1, 2, 3).forEach(sink::tryEmit);
    RecordedEvent discard =
        only("Discard", recorded("[lost]", () -> downstream.subscription().cancel()));
    assertEquals(3, discard.getLong("items"));
    RecordedEvent late = only("Discard", recorded("[lost]", () -> sink.emitOrDiscard(4)));
    assertEquals(1, late.getLong("items"));
  }

  @Test
  void aDownstreamThatThrowsAbortsTheStream() throws IOException {
    SerialSubscriber<Integer> orders =
        Serializer.<Integer>withDefaults().named("thrown").wrap(downstream);
    downstream.on(
        1,
        () -> {
          throw new IllegalStateException("boom");
        });
    RecordedEvent abort =
        only(
            "Abort",
            recorded(
                "[thrown]",
                () -> assertThrows(IllegalStateException.class, () -> orders.onNext(1))));
    assertEquals(IllegalStateException.class.getName(), abort.getClass("thrownClass").getName());
    assertEquals("boom", abort.getString("message"));
  }

  /** The items that it emits itself while it delivers are as those of others. */
  @Test
  void aCallThatDeliversForOthersForLongIsReportedOnce() throws IOException {
    Serializer<Integer> settings = Serializer.<Integer>withDefaults().named("busy");
    SerialSubscriber<Integer> busy = settings.wrap(downstream);
    downstream.onNext(
        item -> {
          if (item == 0) {
            IntStream.rangeClosed(1, 100).forEach(busy::onNext);
          }
          Elsewhere.pause(20);
        });
    List<LogRecord> logged = new ArrayList<>();
    List<RecordedEvent> events =
        recorded("[busy]", () -> logged.addAll(Log.during(() -> busy.onNext(0))));
    assertEquals("SerialSubscriber[busy]", only("LongCall", events).getString("stream"));
    assertEquals(1, logged.size());
    assertTrue(logged.get(0).getMessage().contains("SerialSubscriber[busy]"));
  }

  @Test
  void thereNeedBeNoRecorder() throws IOException, InterruptedException {
    String output = Program.run(WithoutRecorder.class, "--limit-modules", "java.base,java.logging");
    assertTrue(output.contains(FirstStreams.DONE), output);
  }
}
