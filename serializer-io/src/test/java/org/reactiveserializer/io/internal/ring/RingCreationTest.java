package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two creators on a file system that has room for one ring, but not for two. */
class RingCreationTest {
  private static final int CAPACITY = 4096;

  @TempDir Path directory;
  private Path file;
  private RingCreation.NoRoomException full;
  private final AtomicInteger attempts = new AtomicInteger();

  @BeforeEach
  void name() {
    file = directory.resolve("ring");
    full = new RingCreation.NoRoomException(file, "no room", new IOException("of the test"));
  }

  @Test
  void theOneThatFindsNoRoomGetsTheRingOfTheOther() throws IOException {
    Header[] others = new Header[1];
    Header header =
        createOrAttach(
            () -> {
              others[0] = create();
              throw full;
            });
    assertEquals(others[0], header);
    assertEquals(1, attempts.get());
  }

  @Test
  void bothFindNoRoomAndOneTriesAgain() throws IOException {
    Header header =
        createOrAttach(
            () -> {
              if (attempts.get() < 4) {
                throw full;
              }
              return create();
            });
    assertEquals(header, Attaching.readHeader(file, RingKind.INTS, FileAccess.OWNER));
  }

  @Test
  void thereIsNoRoomForOne() {
    Thread.currentThread().interrupt();
    assertSame(
        full,
        assertThrows(
            IOException.class,
            () ->
                createOrAttach(
                    () -> {
                      throw full;
                    })));
    assertEquals(5, attempts.get());
    assertTrue(Thread.interrupted(), "the interrupt was lost");
  }

  private Header createOrAttach(RingCreation.Creation creation) throws IOException {
    return RingCreation.createOrAttach(
        file,
        RingKind.INTS,
        CAPACITY,
        FileAccess.OWNER,
        () -> {
          attempts.incrementAndGet();
          return creation.create();
        });
  }

  private Header create() throws IOException {
    return RingCreation.create(file, RingKind.INTS, CAPACITY, FileAccess.OWNER);
  }
}
