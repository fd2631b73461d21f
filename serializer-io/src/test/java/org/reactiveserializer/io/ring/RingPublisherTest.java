package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;

/** What a reader reads, as a stream. */
@Timeout(120)
class RingPublisherTest {
  private static final RingOptions DEFAULTS = RingOptions.defaults();

  @TempDir Path directory;
  private final List<Integer> ints = new ArrayList<>();
  private IntRing ring;
  private IntWriter writer;
  private IntReader reader;

  @BeforeEach
  void open() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), 1024);
    writer = ring.writer();
    reader = ring.reader();
  }

  @AfterEach
  void close() {
    writer.close();
    reader.close();
  }

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
    awaitEndOfStream();
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
  void theEndOfAWriterIsSignalledOnce() throws Exception {
    write(1);
    writer.close();
    reader.close();
    reader = ring.reader();
    Recorder<IntBuffer> first = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(first);
    first.awaitCompletion();
    reader.close(); // its stream does that, a moment later
    reader = ring.reader();
    Recorder<IntBuffer> second = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(second);
    writer = ring.writer();
    write(2);
    second.awaitItems(1);
    assertFalse(second.completed);
    writer.close();
    second.awaitCompletion();
    assertEquals(List.of(1, 2), ints);
  }

  @Test
  void aFailureOfTheWriterIsAnErrorAfterTheLastItem() throws Exception {
    write(1, 2);
    writer.fail();
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS.peerLoss(PeerLoss.WAIT)).subscribe(recorder);
    assertEquals(Peer.FAILED, recorder.awaitError(PeerLostException.class).peer());
    assertEquals(List.of(1, 2), ints);
  }

  @Test
  void aDeadWriterIsAnErrorAfterTheLastItem() throws Exception {
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    writer.close();
    reader.publisher(DEFAULTS).subscribe(recorder);
    recorder.awaitCompletion();
    Recorder<IntBuffer> next = Recorder.intoList(ints);
    awaitEndOfStream();
    reader.publisher(DEFAULTS).subscribe(next);
    try (Child child = Child.start(Holder.class, "writer", ring.file())) {
      assertEquals("writer of " + ring.file(), child.line());
      child.kill();
    }
    assertEquals(Peer.DEAD, next.awaitError(PeerLostException.class).peer());
    assertEquals(List.of(1, 2, 3), ints);
  }

  @Test
  void waitsForTheSuccessorOfADeadWriter() throws Exception {
    writer.close();
    awaitNoted();
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS.peerLoss(PeerLoss.WAIT)).subscribe(recorder);
    for (int i = 0; i < 2; i++) {
      try (Child child = Child.start(Holder.class, "writer", ring.file())) {
        assertEquals("writer of " + ring.file(), child.line());
        child.kill();
      }
    }
    writer = ring.writer();
    writer.close();
    recorder.awaitCompletion();
    assertEquals(List.of(1, 2, 3, 1, 2, 3), ints);
  }

  private void awaitNoted() throws Exception {
    Recorder<IntBuffer> recorder = new Recorder<>(1, batch -> {});
    reader.publisher(DEFAULTS).subscribe(recorder);
    recorder.awaitCompletion();
    awaitEndOfStream();
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
  void aSubscriberThatThrowsEndsTheStream() throws Exception {
    write(1, 2, 3);
    AtomicReference<Throwable> dropped = new AtomicReference<>();
    RuntimeException thrown = new RuntimeException("of the subscriber");
    Recorder<IntBuffer> recorder =
        new Recorder<>(
            Long.MAX_VALUE,
            batch -> {
              throw thrown;
            });
    reader.publisher(DEFAULTS.batch(2).onDropped(dropped::set)).subscribe(recorder);
    recorder.awaitItems(1);
    awaitEndOfStream();
    assertSame(thrown, dropped.get());
    assertEquals(2, reader.released());
    assertEquals(3, reader.poll());
  }

  @Test
  void closingTheReaderEndsTheStream() throws Exception {
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(recorder);
    reader.close();
    assertEquals(
        "the reader of " + ring.file() + " was closed",
        recorder.awaitError(IllegalStateException.class).getMessage());
    while (writer.peer() == Peer.ALIVE) {}
    assertEquals(Peer.CLOSED, writer.peer());
    Recorder<IntBuffer> late = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(late);
    late.awaitError(IllegalStateException.class);
  }

  @Test
  void theSubscriberMayCloseTheReader() throws Exception {
    write(1, 2);
    Recorder<IntBuffer> recorder =
        new Recorder<>(
            Long.MAX_VALUE,
            batch -> {
              Recorder.addTo(ints).accept(batch);
              reader.close();
            });
    reader.publisher(DEFAULTS.batch(1).views()).subscribe(recorder);
    recorder.awaitError(IllegalStateException.class);
    assertEquals(List.of(1), ints);
    while (writer.peer() == Peer.ALIVE) {}
    reader = ring.reader();
    assertEquals(2, reader.poll());
  }

  @Test
  void aTruncatedFileIsAnError() throws Exception {
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(recorder);
    try (RandomAccessFile access = new RandomAccessFile(ring.file().toFile(), "rw")) {
      access.setLength(100);
      recorder.awaitError(TruncatedRingException.class);
    }
  }

  @Test
  void anotherFileOfThatNameIsAnError() throws Exception {
    writer.close();
    awaitNoted();
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(recorder);
    Files.delete(ring.file());
    recorder.awaitError(ReplacedRingException.class);
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
        while (!messageWriter.offer(bytes, 0, length)) {}
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
    awaitEndOfStream();
    writer = ring.writer();
  }

  /** A stream leaves the reader a moment after its last signal. */
  private void awaitEndOfStream() throws InterruptedException {
    while (true) {
      try {
        reader.enterStream(() -> {});
        reader.leaveStream();
        return;
      } catch (IllegalStateException inUse) {
        Thread.sleep(1);
      }
    }
  }

  private void write(int... values) {
    assertEquals(values.length, writer.offer(values, 0, values.length));
  }
}
