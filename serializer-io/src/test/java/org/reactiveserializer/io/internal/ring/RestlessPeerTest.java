package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.ring.CorruptRingException;
import org.reactiveserializer.testing.Await;

/**
 * A peer that changes its part of the file all the time, so that whoever looks twice never finds the
 * same. Each look ends nevertheless.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestlessPeerTest {
  private static final int CAPACITY = Layout.MIN_CAPACITY;

  @TempDir Path directory;
  private Path file;
  private Header header;

  @BeforeEach
  void create() throws IOException {
    file = directory.resolve("ring");
    header = RingCreation.create(file, RingKind.MESSAGES, CAPACITY, FileAccess.OWNER);
  }

  @Test
  void anAttachEndsAlthoughTheTailMoves() throws Exception {
    assertEnds(
        "has a tail that moves on for ever",
        Layout.TAIL,
        tail -> tail + Records.ALIGNMENT,
        () -> attach(Side.READER).close(false));
  }

  @Test
  void aLookAtThePeerEndsAlthoughTheEpochMoves() throws Exception {
    Attachment reader = attach(Side.READER);
    try {
      assertEnds(
          "has a writer whose epoch changes all the time",
          Side.WRITER.epoch,
          epoch -> epoch + 1,
          reader::peer);
    } finally {
      reader.close(false);
    }
  }

  /** By chance a look may find the same twice, and then something else is wrong; so there are several. */
  private void assertEnds(String expected, int field, LongUnaryOperator next, Look look)
      throws Exception {
    Attachment mapped = attach(Side.WRITER);
    Thread restless = Threads.DAEMONS.unstarted(() -> change(mapped.memory(), field, next), "peer");
    try {
      restless.start();
      Await.until(() -> look(look).contains(expected), () -> "a refusal because it " + expected);
    } finally {
      restless.interrupt();
      restless.join();
      mapped.close(false);
    }
  }

  private static String look(Look look) {
    try {
      look.look();
      return "";
    } catch (CorruptRingException refused) {
      return "" + refused.getMessage();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private interface Look {
    void look() throws IOException;
  }

  private static void change(ByteBuffer memory, int field, LongUnaryOperator next) {
    long value = Layout.acquireLong(memory, field);
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = 0; i < 10_000; i++) { // fast, or else a look finds the same twice
        value = next.applyAsLong(value);
        Layout.releaseLong(memory, field, value);
      }
    }
  }

  private Attachment attach(Side side) throws IOException {
    return Attaching.attach(file, side, header, FileAccess.OWNER, Duration.ofSeconds(2));
  }
}
