package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.ring.CorruptRingException;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/**
 * A peer that changes its part of the file all the time, so that whoever looks twice never finds the
 * same. Each look ends nevertheless.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestlessPeerTest {
  private static final int CAPACITY = 1 << 14;

  @TempDir Path directory;
  private Path file;
  private Header header;

  @BeforeEach
  void create() throws IOException {
    file = directory.resolve("ring");
    header = RingCreation.create(file, RingKind.MESSAGES, CAPACITY, RingAccess.OWNER);
  }

  /** It is always a step further. An honest writer cannot do that: the ring is full at some time. */
  @Attack
  void anAttachEndsAlthoughTheTailMoves() {
    ByteBuffer memory = ByteBuffer.allocateDirect((int) header.fileSize());
    long[] tail = {0};
    CorruptRingException refused =
        assertThrows(
            CorruptRingException.class,
            () -> header.endOfRecords(file, memory, 0, () -> tail[0] += Records.ALIGNMENT));
    String message = "" + refused.getMessage();
    assertTrue(message.contains("has a tail that moves on for ever: from 0 to "), message);
    assertTrue(tail[0] > 2L * CAPACITY, "refused too early: " + tail[0]);
  }

  @Attack
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
    Thread restless = Threads.daemon(() -> change(mapped.memory, field, next), "peer");
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

  /**
   * Reads what it has written: so it is as fast as the other thread looks, which takes the cache line away
   * each time.
   */
  private static void change(ByteBuffer memory, int field, LongUnaryOperator next) {
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = 0; i < 10_000; i++) {
        Layout.releaseLong(memory, field, next.applyAsLong(Layout.acquireLong(memory, field)));
      }
    }
  }

  private Attachment attach(Side side) throws IOException {
    return Attaching.attach(file, side, header, RingAccess.OWNER, Duration.ofSeconds(2));
  }
}
