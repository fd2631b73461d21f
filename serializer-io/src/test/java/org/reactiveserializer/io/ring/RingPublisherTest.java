package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;

/** What a reader reads, as a stream. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingPublisherTest extends IntRingFixture {
  private static final RingOptions DEFAULTS = RingOptions.defaults();

  private final List<Integer> ints = new ArrayList<>();

  @Test
  void deliversEverythingAndCompletes() throws Exception {
    for (Idle idle : Idle.values()) {
      List<Integer> got = new ArrayList<>();
      Recorder<IntBuffer> recorder = Recorder.intoList(got);
      reader.publisher(DEFAULTS.idle(idle)).subscribe(recorder);
      for (int i = 0; i < 5000; i++) {
        while (!writer.offer(i)) {}
      }
      writer.close();
      recorder.awaitCompletion();
      assertEquals(Recorder.range(0, 5000), got);
      reopen();
    }
  }

  @Test
  void deliversNoMoreThanIsRequested() throws Exception {
    write(1, 2, 3, 4, 5);
    Recorder<IntBuffer> recorder = new Recorder<>(0, Recorder.addTo(ints));
    reader.publisher(DEFAULTS.batch(2)).subscribe(recorder);
    recorder.subscription().request(1);
    recorder.awaitItems(1);
    recorder.subscription().request(1);
    recorder.awaitItems(2);
    assertEquals(List.of(1, 2, 3, 4), ints);
    recorder.subscription().cancel();
    awaitEndOfStream(reader);
    assertEquals(4, reader.released());
    assertEquals(5, reader.poll());
    assertFalse(recorder.completed);
  }

  @Test
  void copiesBelongToTheSubscriber() throws Exception {
    List<IntBuffer> kept = new ArrayList<>();
    Recorder<IntBuffer> recorder = new Recorder<>(Long.MAX_VALUE, kept::add);
    reader.publisher(DEFAULTS.batch(1)).subscribe(recorder);
    for (int i = 0; i < 3000; i++) {
      while (!writer.offer(i)) {}
    }
    writer.close();
    recorder.awaitCompletion();
    assertEquals(3000, kept.size());
    for (int i = 0; i < 3000; i++) {
      assertEquals(IntBuffer.wrap(new int[] {i}), kept.get(i));
    }
  }

  @Test
  void viewsAreOfTheRing() throws Exception {
    write(1, 2, 3);
    List<String> shapes = new ArrayList<>();
    Recorder<IntBuffer> recorder =
        new Recorder<>(
            Long.MAX_VALUE,
            view -> {
              shapes.add(view.isReadOnly() + " " + view.isDirect() + " " + view.position());
              Recorder.addTo(ints).accept(view);
            });
    reader.publisher(DEFAULTS.views().batch(2)).subscribe(recorder);
    writer.close();
    recorder.awaitCompletion();
    assertEquals(List.of("true true 0", "true true 0"), shapes);
    assertEquals(List.of(1, 2, 3), ints);
  }

  @Test
  void completesWithoutDemand() throws Exception {
    Recorder<IntBuffer> recorder = new Recorder<>(0, batch -> {});
    reader.publisher(DEFAULTS).subscribe(recorder);
    writer.close();
    recorder.awaitCompletion();
  }

  @Test
  void doesNotCompleteBeforeEverythingIsDelivered() throws Exception {
    write(1, 2);
    writer.close();
    Recorder<IntBuffer> recorder = new Recorder<>(1, batch -> {});
    reader.publisher(DEFAULTS.batch(1)).subscribe(recorder);
    recorder.awaitItems(1);
    assertFalse(recorder.completed);
    recorder.subscription().request(1);
    recorder.awaitCompletion();
    recorder.awaitItems(2);
  }

  @Test
  void acceptsOneSubscriberAndOneStreamAtATime() throws Exception {
    Publisher<IntBuffer> publisher = reader.publisher(DEFAULTS);
    Publisher<IntBuffer> other = reader.publisher(DEFAULTS);
    Recorder<IntBuffer> first = Recorder.intoList(ints);
    Recorder<IntBuffer> second = Recorder.intoList(ints);
    Recorder<IntBuffer> third = Recorder.intoList(ints);
    publisher.subscribe(first);
    publisher.subscribe(second);
    other.subscribe(third);
    assertEquals(
        "the stream of the reader of " + ring.file() + " has a subscriber already",
        second.awaitError(IllegalStateException.class).getMessage());
    assertEquals(
        "the reader of " + ring.file() + " is in use by another stream",
        third.awaitError(IllegalStateException.class).getMessage());
    writer.close();
    first.awaitCompletion();
  }

  @Test
  void releasesMessagesInRuns() throws Exception {
    MessageRing messages = MessageRing.create(directory.resolve("messages"), 4096);
    MessageWriter messageWriter = messages.writer();
    try (MessageReader messageReader = messages.reader()) {
      List<Integer> lengths = new ArrayList<>();
      List<ByteBuffer> kept = new ArrayList<>();
      Recorder<ByteBuffer> recorder =
          new Recorder<>(
              Long.MAX_VALUE,
              message -> {
                lengths.add(message.remaining());
                kept.add(message);
              });
      messageReader.publisher(DEFAULTS.batch(3)).subscribe(recorder);
      for (int length = 1; length <= 500; length++) {
        byte[] bytes = new byte[length];
        bytes[length - 1] = (byte) length;
        while (!messageWriter.offer(ByteBuffer.wrap(bytes, 0, length))) {}
      }
      messageWriter.close();
      recorder.awaitCompletion();
      assertEquals(Recorder.range(1, 501), lengths);
      for (int i = 0; i < 500; i++) {
        assertEquals((byte) (i + 1), kept.get(i).get(i));
        assertTrue(kept.get(i).hasArray());
      }
    }
  }

  private void reopen() throws Exception {
    awaitEndOfStream(reader);
    writer = ring.writer();
  }
}
