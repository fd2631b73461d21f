package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/** Several creators at the same moment. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CreationTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 25;

  @TempDir Path directory;
  private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @Test
  void oneCreates() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Path file = directory.resolve("ring" + i);
      List<Boolean> created =
          atTheSameTime(
              () -> {
                try {
                  MessageRing.create(file, 4096);
                  return true;
                } catch (FileAlreadyExistsException late) {
                  return false;
                }
              });
      assertEquals(1, created.stream().filter(yes -> yes).count());
    }
    assertNothingElseIsLeft();
  }

  @Test
  void allGetTheSameRing() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Path file = directory.resolve("ring" + i);
      for (IntRing ring : atTheSameTime(() -> IntRing.createOrAttach(file, 1024))) {
        try (IntWriter writer = ring.writer()) { // or else: it was replaced
          writer.offer(1);
        }
      }
      try (IntReader reader = IntRing.attach(file).reader()) {
        assertEquals(THREADS, reader.available());
      }
    }
    assertNothingElseIsLeft();
  }

  @Test
  void anInterruptDoesNotMatter() throws Exception {
    Thread.currentThread().interrupt();
    IntRing ring = IntRing.create(directory.resolve("ring"), 1024);
    IntRing.createOrAttach(ring.file(), 1024).writer().close();
    assertTrue(Thread.interrupted(), "the interrupt was lost");
  }

  /** What has its name is a good ring; what has not may be left, with a name of its own kind. */
  @Test
  void aCreatorThatIsKilledLeavesNoHalfRing() throws Exception {
    killCreators(1);
  }

  @Test
  @Tag("thorough")
  void manyCreatorsThatAreKilledLeaveNoHalfRing() throws Exception {
    killCreators(20);
  }

  private void killCreators(int rounds) throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < rounds; round++) {
      Path name = directory.resolve("killed" + round + "-");
      try (Child child = Child.start(Holder.class, "many", name, 1 << 16)) {
        assertEquals("begins", child.line());
        Await.until(() -> Files.exists(Path.of(name + "0")), () -> "the first ring");
        LockSupport.parkNanos(random.nextInt(50_000_000)); // any moment will do
        child.kill();
      }
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          String simple = file.getFileName().toString();
          if (!simple.startsWith(".")) {
            IntRing.attach(file).writer().close();
          } else {
            assertTrue(simple.endsWith(".new"), simple);
          }
          Files.delete(file);
        }
      }
    }
  }

  private void assertNothingElseIsLeft() throws Exception {
    try (var files = Files.list(directory)) {
      assertEquals(ROUNDS, files.count());
    }
  }

  private <T> List<T> atTheSameTime(Callable<T> action) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      futures.add(
          executor.submit(
              () -> {
                barrier.await();
                return action.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get());
    }
    return results;
  }
}
