package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.ring.CorruptRingException;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.testing.Attack;

/**
 * A peer that changes its part of the file all the time, so that whoever looks twice never finds the
 * same. Each look ends nevertheless.
 */
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
  void aLookAtThePeerEndsAlthoughTheEpochMoves() throws IOException {
    SharedFile shared = SharedFile.enter(file, RingAccess.OWNER);
    try {
      ByteBuffer memory = ByteBuffer.allocateDirect((int) header.fileSize());
      PeerWatch watch =
          new PeerWatch(file, Side.READER, header, shared, memory, new HangWatch(1)) {
            private long epoch;

            @Override
            long epoch() {
              return ++epoch;
            }
          };
      String message = "" + assertThrows(CorruptRingException.class, watch::peer).getMessage();
      assertTrue(message.contains("has a writer whose epoch changes all the time"), message);
    } finally {
      shared.leave();
    }
  }
}
