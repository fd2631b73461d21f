package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Child;
import org.reactiveserializer.testing.SmallDisk;

/** Files that are not, or not any more, what they should be. None may be changed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadFileTest {
  @TempDir Path directory;
  private Path file;
  private byte[] good;

  @BeforeEach
  void create() throws IOException {
    file = directory.resolve("ring");
    IntRing.create(file, 1024);
    good = Files.readAllBytes(file);
  }

  @Test
  void missing() throws IOException {
    Path missing = directory.resolve("missing");
    assertThrows(NoSuchFileException.class, () -> IntRing.attach(missing));
    Path link = Files.createSymbolicLink(directory.resolve("link"), missing);
    assertThrows(NoSuchFileException.class, () -> IntRing.attach(link));
    assertThrows(FileAlreadyExistsException.class, () -> IntRing.create(link, 1024));
    assertThrows(IOException.class, () -> IntRing.createOrAttach(link, 1024));
    Path nowhere = missing.resolve("ring");
    assertThrows(NoSuchFileException.class, () -> IntRing.create(nowhere, 1024));
    assertThrows(NoSuchFileException.class, () -> IntRing.createOrAttach(nowhere, 1024));
    assertFalse(Files.exists(missing));
  }

  @Test
  void existing() {
    FileAlreadyExistsException exists =
        assertThrows(FileAlreadyExistsException.class, () -> IntRing.create(file, 1024));
    assertEquals("exists. Attach to it, delete it, or choose another name", exists.getReason());
    assertEquals(
        file + " exists and has a capacity of 4096 bytes, 8192 were requested",
        assertThrows(RingHeaderException.class, () -> IntRing.createOrAttach(file, 2048))
            .getMessage());
  }

  @Test
  void aDirectoryOrAnotherThingThatIsNoFile() throws Exception {
    FileSystemException refused =
        assertThrows(FileSystemException.class, () -> IntRing.attach(directory));
    assertEquals("is a directory, a ring is a file", refused.getReason());
    if (Platform.hasSignals()) {
      Path pipe = directory.resolve("pipe");
      assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
      refused = assertThrows(FileSystemException.class, () -> IntRing.attach(pipe));
      assertEquals("is no regular file, a ring is a file", refused.getReason());
    }
  }

  @Test
  void readOnly() {
    assertTrue(file.toFile().setWritable(false, false));
    if (Files.isWritable(file)) {
      return; // by the superuser
    }
    AccessDeniedException refused =
        assertThrows(AccessDeniedException.class, () -> IntRing.attach(file));
    assertEquals(file.toString(), refused.getFile());
  }

  @Test
  void emptyOrShort() throws IOException {
    assertEquals(
        file
            + " is not a ring: it has 0 bytes and does not begin with the mark of a ring."
            + " Choose another name",
        refused(RingHeaderException.class, new byte[0]));
    refused(RingHeaderException.class, new byte[] {'R'});
    refused(RingHeaderException.class, Arrays.copyOf(good, 7));
    for (int size : new int[] {8, 9, 127, 4095}) {
      assertEquals(
          file
              + " was truncated: it has "
              + size
              + " bytes, its header has 4096. Delete it and create it again",
          refused(TruncatedRingException.class, Arrays.copyOf(good, size)));
    }
    for (int size : new int[] {4096, 4097, 8192, 8199}) {
      assertEquals(
          file + " was truncated: it has " + size + " bytes, with a capacity of 4096 it needs 8200",
          refused(TruncatedRingException.class, Arrays.copyOf(good, size)));
    }
  }

  /** Or else zeros would be taken for ints. */
  @Test
  void truncatedAndExtendedAgain() throws IOException {
    byte[] extended = Arrays.copyOf(Arrays.copyOf(good, 8191), good.length);
    assertTrue(
        refusedBySides(TruncatedRingException.class, extended)
            .startsWith(file + " was truncated, and extended again: "));
  }

  @Test
  void tooLong() throws IOException {
    assertEquals(
        file + " has 8201 bytes, with a capacity of 4096 it should have 8200",
        refused(RingHeaderException.class, Arrays.copyOf(good, 8201)));
  }

  @Test
  void foreign() throws IOException {
    refused(RingHeaderException.class, "#!/bin/sh\necho this is something else\n".getBytes());
    refused(RingHeaderException.class, new byte[8192]);
    refused(RingHeaderException.class, with(0, (byte) 'r'));
  }

  @Test
  void anotherVersion() throws IOException {
    assertEquals(
        file + " has version 4 of the layout, this library reads version 3",
        refused(RingHeaderException.class, withInt(8, 4)));
    assertEquals(
        file + " was never completed: its layout has version 0. Delete it and create it again",
        refused(RingHeaderException.class, withInt(8, 0)));
  }

  @Test
  void anotherByteOrder() throws IOException {
    byte[] swapped = good.clone();
    for (int at : new int[] {8, 12, 16, 20}) {
      buffer(swapped).putInt(at, Integer.reverseBytes(buffer(good).getInt(at)));
    }
    assertEquals(
        file
            + " has the byte-order mark 04030201, this machine writes 01020304:"
            + " it was created on another kind of machine",
        refused(RingHeaderException.class, swapped));
  }

  @Test
  void anotherHeaderLength() throws IOException {
    assertEquals(
        file + " says that its header has 4095 bytes, version 3 has 4096",
        refused(RingHeaderException.class, withInt(16, 4095)));
  }

  @Test
  void anotherKind() throws IOException {
    assertEquals(
        file + " is a ring of kind 2 (messages), expected kind 1 (ints)",
        refused(RingHeaderException.class, withInt(20, 2)));
    assertEquals(
        file + " is a ring of kind 3 (unknown), expected kind 1 (ints)",
        refused(RingHeaderException.class, withInt(20, 3)));
    Files.write(file, good);
    assertThrows(RingHeaderException.class, () -> MessageRing.attach(file));
  }

  @Test
  void impossibleCapacity() throws IOException {
    for (long capacity : new long[] {0, -4096, 2048, 4097, 6144, 1L << 31, 1L << 62, -1}) {
      assertEquals(
          file
              + " says that its capacity is "
              + capacity
              + " bytes: not a power of two from 4096 to 1073741824",
          refused(RingHeaderException.class, withLong(24, capacity)));
    }
    refused(TruncatedRingException.class, withLong(24, 8192));
  }

  @Test
  void impossibleIndices() throws IOException {
    long[][] pairs = {
      {1, 0},
      {0, 1025},
      {-1, 0},
      {-2, -1},
      {5, 4},
      {0, Long.MAX_VALUE},
      {Long.MAX_VALUE, Long.MIN_VALUE},
      {(1L << 62), (1L << 62) + 1},
    };
    for (long[] pair : pairs) {
      byte[] bad = withLong(256, pair[0]);
      buffer(bad).putLong(128, pair[1]);
      String message = refusedBySides(CorruptRingException.class, bad);
      assertTrue(message.contains("head " + pair[0] + ", then " + pair[0]), message);
      assertTrue(message.contains("tail " + pair[1] + ", with room for 1024"), message);
    }
    byte[] far = withLong(256, (1L << 62) - 1024);
    buffer(far).putLong(128, 1L << 62);
    Files.write(file, far);
    try (IntReader reader = IntRing.attach(file).reader()) {
      assertEquals(1024, reader.available());
    }
  }

  @Test
  void indicesOfMessagesThatAreNotAligned() throws IOException {
    Path messages = directory.resolve("messages");
    MessageRing ring = MessageRing.create(messages, 4096);
    byte[] bytes = Files.readAllBytes(messages);
    buffer(bytes).putLong(128, 12);
    Files.write(messages, bytes);
    assertThrows(CorruptRingException.class, ring::reader);
    assertThrows(CorruptRingException.class, ring::writer);
  }

  @Test
  void impossibleStates() throws IOException {
    assertTrue(
        refusedBySides(CorruptRingException.class, withInt(384 + 24, 4))
            .contains("its writer has the state 4"));
    assertTrue(
        refusedBySides(CorruptRingException.class, withInt(512 + 24, -1))
            .contains("its reader has the state -1"));
  }

  @Test
  void aFileThatMayNotGrow() throws Exception {
    if (!Platform.hasSignals()) {
      return;
    }
    List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 100; exec \"$@\"", "sh");
    assertNoRoom(limited, directory.resolve("big"), "File too large");
    try (var files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList(), "the temporary file is left");
    }
  }

  /** The disk is full when the file is created, or else never. */
  @Test
  void aFullDisk() throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assertNoRoom(SmallDisk.before(disk, 1), disk.resolve("big"), "No space left on device");
  }

  private static void assertNoRoom(List<String> command, Path big, String reason)
      throws IOException {
    try (Child child = Child.startThrough(command, Holder.class, "create", big, 1 << 20)) {
      String line = child.line();
      assertNotNull(line);
      assertTrue(line.contains("could not write the 4198408 bytes of a ring: " + reason), line);
    }
  }

  @Test
  void theFileHasNoHoles() throws Exception {
    if (!Platform.isLinux()) {
      return;
    }
    assertTrue(allocated(file) >= 8192, "only " + allocated(file) + " bytes are allocated");
    Path holes = directory.resolve("holes");
    try (var channel = new java.io.RandomAccessFile(holes.toFile(), "rw")) {
      channel.setLength(8192);
    }
    assertEquals(0, allocated(holes), "the check does not notice holes");
  }

  private static long allocated(Path path) throws IOException {
    Process stat = new ProcessBuilder("stat", "-c", "%b %B", path.toString()).start();
    String[] numbers = new String(stat.getInputStream().readAllBytes()).trim().split(" ");
    return Long.parseLong(numbers[0]) * Long.parseLong(numbers[1]);
  }

  /** Each way to open the file fails so, and leaves it as it was. */
  private String refused(Class<? extends RingException> type, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    String message = assertThrows(type, () -> IntRing.attach(file)).getMessage() + "";
    assertThrows(RingException.class, () -> IntRing.createOrAttach(file, 1024));
    assertTrue(Arrays.equals(bytes, Files.readAllBytes(file)), "the file was changed");
    return message;
  }

  /** As {@link #refused}, for fields that are looked at only when a side attaches. */
  private String refusedBySides(Class<? extends RingException> type, byte[] bytes)
      throws IOException {
    Files.write(file, bytes);
    IntRing ring = IntRing.attach(file);
    String message = assertThrows(type, ring::writer).getMessage() + "";
    assertThrows(type, ring::reader);
    assertTrue(Arrays.equals(bytes, Files.readAllBytes(file)), "the file was changed");
    return message;
  }

  private byte[] with(int at, byte value) {
    byte[] bytes = good.clone();
    bytes[at] = value;
    return bytes;
  }

  private byte[] withInt(int at, int value) {
    byte[] bytes = good.clone();
    buffer(bytes).putInt(at, value);
    return bytes;
  }

  private byte[] withLong(int at, long value) {
    byte[] bytes = good.clone();
    buffer(bytes).putLong(at, value);
    return bytes;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }
}
