package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Attack;

/**
 * As {@link FuzzTest}, but the file is overwritten while both ends have it mapped: as a process
 * does that does not follow the protocol. A method either works or throws a {@link RingException}.
 *
 * <p>{@code -Dring.stress.minutes} sets the minutes of each test.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MappedFuzzTest {
  private static final int CAPACITY = 4096;
  private static final int STEPS = 100;
  private static final int LEAST = 60;
  private static final int LEAST_AT_LENGTH = 5_000;
  private static final int[] FIELDS = {
    32, 128, 256, 384, 392, 400, 408, 416, 512, 520, 528, 536, 544
  };

  @TempDir Path directory;
  private final Random random = new Random(43);
  private int least = LEAST;
  private int broken;
  private int survived;

  @Attack
  void ints() throws IOException {
    fuzz(this::useInts);
  }

  @Attack
  void messages() throws IOException {
    fuzz(this::useMessages);
  }

  @Attack
  @Tag("thorough")
  void bothAtLength() throws IOException {
    least = LEAST_AT_LENGTH;
    fuzz(this::useInts);
    least = 2 * LEAST_AT_LENGTH;
    fuzz(this::useMessages);
  }

  private interface Use {
    void run(Path file) throws IOException;
  }

  private void fuzz(Use use) throws IOException {
    Long minutes = Long.getLong("ring.stress.minutes");
    long nanos = minutes == null ? 0 : TimeUnit.MINUTES.toNanos(minutes);
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos || broken + survived < least) {
      Path file = directory.resolve("ring");
      try {
        use.run(file);
        survived++;
      } catch (RingException known) {
        broken++;
      } catch (RuntimeException | Error unexpected) {
        throw new AssertionError("after " + (broken + survived) + " files", unexpected);
      }
      Files.delete(file);
    }
    assertTrue(broken > 0 && survived > 0, broken + " broken, " + survived + " survived");
    System.out.println(
        "Rings: " + (broken + survived) + " in use, of which " + broken + " were broken");
  }

  private void useInts(Path file) throws IOException {
    int[] some = new int[64];
    try (IntWriter writer = IntRing.create(file, CAPACITY / Integer.BYTES).writer();
        IntReader reader = IntRing.attach(file).reader()) {
      for (int i = 0; i < STEPS; i++) {
        overwrite(writer.memory);
        switch (random.nextInt(7)) {
          case 0 -> writer.offer(i);
          case 1 -> writer.offer(some, 0, some.length);
          case 2 -> writer.offer(IntBuffer.wrap(some));
          case 3 -> reader.poll();
          case 4 -> check(reader.drain(value -> {}, Integer.MAX_VALUE));
          case 5 -> {
            int n = reader.peek(100).remaining();
            overwrite(writer.memory);
            reader.release(n);
          }
          default -> {
            check(reader.available());
            check(writer.room());
            reader.peer();
          }
        }
      }
    }
  }

  private void useMessages(Path file) throws IOException {
    byte[] some = new byte[512];
    try (MessageWriter writer = MessageRing.create(file, CAPACITY).writer();
        MessageReader reader = MessageRing.attach(file).reader()) {
      for (int i = 0; i < STEPS; i++) {
        overwrite(writer.memory);
        switch (random.nextInt(5)) {
          case 0 -> writer.offer(ByteBuffer.wrap(some, 0, 1 + random.nextInt(512)));
          case 1 -> {
            if (writer.claim(200) != null) {
              overwrite(writer.memory);
              writer.trim(1 + random.nextInt(200));
            }
            writer.publish();
          }
          case 2 -> check(reader.drain(MappedFuzzTest::readAll, Integer.MAX_VALUE));
          case 3 -> {
            readAll(reader.next());
            overwrite(writer.memory);
            reader.release();
          }
          default -> writer.peer();
        }
      }
    }
  }

  private static void readAll(@Nullable ByteBuffer message) {
    while (message != null && message.hasRemaining()) {
      message.get();
    }
  }

  private static void check(int count) {
    assertTrue(count >= 0 && count <= CAPACITY, count + " items");
  }

  /** A few times for each ring, so that some survive. */
  private void overwrite(ByteBuffer memory) {
    if (random.nextInt(STEPS / 4) != 0) {
      return;
    }
    if (random.nextBoolean()) {
      memory.put(4096 + random.nextInt(CAPACITY), (byte) random.nextInt());
    } else {
      memory.putLong(FIELDS[random.nextInt(FIELDS.length)], FuzzTest.interesting(random));
    }
  }
}
