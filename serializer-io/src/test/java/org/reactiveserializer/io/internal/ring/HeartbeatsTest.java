package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;

/**
 * The thread of the heartbeats: it outlives every error, and what it cannot serve is not attached.
 */
class HeartbeatsTest {
  @TempDir Path directory;

  @Test
  void theThreadOutlivesEveryError() {
    Heartbeats heartbeats = new Heartbeats(Threads.DAEMONS);
    AtomicInteger beats = new AtomicInteger();
    Heartbeats.Heart failing =
        () -> {
          if (beats.getAndIncrement() == 0) {
            throw new OutOfMemoryError("of the test");
          }
        };
    AtomicInteger others = new AtomicInteger();
    Heartbeats.Heart other = others::incrementAndGet;
    heartbeats.add(failing);
    heartbeats.add(other);
    Await.until(() -> beats.get() > 2 && others.get() > 2, () -> beats + ", " + others);
    heartbeats.remove(failing);
    heartbeats.remove(other);
  }

  @Test
  void whatHasNoThreadIsNotAttached() throws IOException {
    OutOfMemoryError noThread = new OutOfMemoryError("unable to create a native thread");
    AtomicBoolean failing = new AtomicBoolean(true);
    Heartbeats heartbeats =
        new Heartbeats(
            (task, name) ->
                new Thread(task, name) {
                  @Override
                  public void start() {
                    if (failing.get()) {
                      throw noThread;
                    }
                    super.start();
                  }
                });
    Path file = directory.resolve("ring");
    Header header = RingCreation.create(file, RingKind.INTS, 4096, FileAccess.OWNER);
    byte[] before = Files.readAllBytes(file);
    assertSame(
        noThread,
        assertThrows(
            OutOfMemoryError.class,
            () ->
                Attaching.attach(
                    file,
                    Side.WRITER,
                    header,
                    FileAccess.OWNER,
                    Duration.ofSeconds(2),
                    heartbeats)));
    assertEquals(-1, Files.mismatch(file, Files.write(directory.resolve("before"), before)));
    failing.set(false);
    AtomicInteger beats = new AtomicInteger();
    Heartbeats.Heart heart = beats::incrementAndGet;
    heartbeats.add(heart);
    Await.until(() -> beats.get() > 1, () -> "the heartbeat");
    heartbeats.remove(heart);
    Attaching.attach(file, Side.WRITER, header, FileAccess.OWNER, Duration.ofSeconds(2))
        .close(false);
  }
}
