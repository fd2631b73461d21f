package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.RandomAccessFile;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/** How the stream of a reader ends. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingPublisherEndTest extends IntRingFixture {
  private static final RingOptions DEFAULTS = RingOptions.defaults();

  private final List<Integer> ints = new ArrayList<>();

  @Test
  void theEndOfAWriterIsSignalledOnce() throws Exception {
    write(1);
    writer.close();
    reader.close();
    reader = ring.reader();
    Recorder<IntBuffer> first = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(first);
    first.awaitCompletion();
    reader.close();
    awaitClosed(reader); // its stream leaves a moment after its last signal
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
    awaitEndOfStream(reader);
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
    awaitEndOfStream(reader);
  }

  @Test
  void aWriterThatHangsIsAnErrorIfThatIsSet() throws Exception {
    if (!Platform.hasSignals()) {
      return;
    }
    writer.close();
    awaitNoted();
    reader.close();
    reader = ring.hangTimeout(Duration.ofSeconds(1)).reader();
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    RingOptions options = DEFAULTS.peerLoss(PeerLoss.FAIL_IF_DEAD_OR_HUNG);
    try (Child child = Child.start(Holder.class, "writer", ring.file())) {
      assertEquals("writer of " + ring.file(), child.line()); // and the items are there
      reader.publisher(options).subscribe(recorder);
      Platform.signal("STOP", child.process());
      try {
        assertEquals(Peer.HUNG, recorder.awaitError(PeerLostException.class).peer());
        assertEquals(List.of(1, 2, 3), ints);
      } finally {
        Platform.signal("CONT", child.process());
      }
      awaitEndOfStream(reader);
      Await.until(() -> reader.peer() == Peer.ALIVE, () -> "a heartbeat");
      child.kill(); // before there is a stream: a late heartbeat would end it first
      Recorder<IntBuffer> next = Recorder.intoList(ints);
      reader.publisher(options).subscribe(next);
      assertEquals(Peer.DEAD, next.awaitError(PeerLostException.class).peer());
    }
  }

  @Test
  void whatIsLeftIsDeliveredAlthoughTheFileIsDeleted() throws Exception {
    writer.close();
    try (Child child = Child.start(Holder.class, "writer", ring.file())) {
      assertEquals("writer of " + ring.file(), child.line());
      child.kill();
    }
    Files.delete(ring.file());
    Recorder<IntBuffer> recorder = new Recorder<>(0, Recorder.addTo(ints));
    reader.publisher(DEFAULTS).subscribe(recorder);
    awaitLookWithoutDemand(recorder);
    recorder.subscription().request(1);
    recorder.awaitError(ReplacedRingException.class);
    assertEquals(List.of(1, 2, 3), ints);
  }

  /** The successor has overwritten the state of the writer before, whose end was not signalled. */
  @Test
  void aSuccessorThatDiesWhileItAttachesIsAnError() throws Exception {
    write(1);
    writer.close();
    RingFile.put(ring.file(), RingFile.WRITER_STATE, 0);
    Recorder<IntBuffer> recorder = Recorder.intoList(ints);
    reader.publisher(DEFAULTS).subscribe(recorder);
    assertEquals(Peer.DEAD, recorder.awaitError(PeerLostException.class).peer());
    assertEquals(List.of(1), ints);
  }

  /** At the last moment: after the end was seen, and before it is signalled. */
  @Test
  void anEndThatWasNotSignalledIsLeftToTheNextStream() throws Exception {
    write(1);
    writer.fail();
    reader.drain(value -> {}, 1);
    Recorder<IntBuffer> first = new Recorder<>(1, batch -> {});
    IntSource ints = new IntSource(reader, DEFAULTS);
    RingSource<IntBuffer> source =
        new RingSource<>() {
          @Override
          public @Nullable IntBuffer next() {
            return ints.next();
          }

          @Override
          public void delivered() {
            ints.delivered();
          }

          @Override
          public void flush() {
            ints.flush();
          }

          @Override
          public boolean isEmpty() {
            first.subscription().cancel();
            return ints.isEmpty();
          }
        };
    new RingPublisher<>(reader, source, DEFAULTS).subscribe(first);
    awaitEndOfStream(reader);
    assertFalse(first.completed);
    Recorder<IntBuffer> second = new Recorder<>(0, batch -> {});
    reader.publisher(DEFAULTS).subscribe(second);
    assertEquals(Peer.FAILED, second.awaitError(PeerLostException.class).peer());
  }

  /** Waits until the stream has looked whether the writer is dead, and then waits for demand. */
  private void awaitLookWithoutDemand(Recorder<?> recorder) {
    Await.until(
        () ->
            recorder.error != null
                || Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(
                        thread ->
                            thread.getName().equals("stream of the " + reader)
                                && thread.getState() == Thread.State.TIMED_WAITING),
        () -> "the look");
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
    reader.publisher(DEFAULTS.batch(2).onErrorDropped(dropped::set)).subscribe(recorder);
    recorder.awaitItems(1);
    awaitEndOfStream(reader);
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
    awaitClosed(reader);
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
    awaitClosed(reader);
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
}
