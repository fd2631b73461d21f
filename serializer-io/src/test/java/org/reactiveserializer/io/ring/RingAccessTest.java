package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Child;

/** Who may use a ring, and what those can do who may not. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingAccessTest {
  /** A user that is neither this one nor root. */
  private static final String NOBODY = "65534";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("ring");
  }

  @Attack
  void theUmaskDoesNotMatter() throws Exception {
    if (!hasPermissions()) {
      return;
    }
    for (String umask : List.of("000", "022", "077")) {
      createWithUmask(umask, "create");
      assertMode("rw-------");
      Files.delete(file);
      createWithUmask(umask, "create-for-anyone");
      assertMode(
          umask.equals("000") ? "rw-rw-rw-" : umask.equals("022") ? "rw-r--r--" : "rw-------");
      Files.delete(file);
    }
  }

  private void createWithUmask(String umask, String how) throws IOException {
    List<String> command = List.of("/bin/sh", "-c", "umask " + umask + "; exec \"$@\"", "sh");
    try (Child child = Child.startThrough(command, Holder.class, how, file, 1024)) {
      assertEquals("ring of ints with 4096 bytes in " + file, child.line());
    }
  }

  @Attack
  void aFileThatOthersMayUseIsRefused() throws IOException {
    if (!hasPermissions()) {
      return;
    }
    IntRing ring = IntRing.create(file, 1024);
    for (String mode : List.of("rw-r-----", "rw-rw----", "rw----r--", "rw-----w-", "rw-rw-rw-")) {
      mode(mode);
      for (Executable use : uses(ring)) {
        String message = assertThrows(RingAccessException.class, use).getMessage();
        assertNotNull(message);
        assertTrue(message.contains("has the mode " + mode), message);
        assertTrue(message.contains(file + " belongs to " + owner()), message);
      }
      IntRing.attach(file, RingAccess.ANYONE).writer().close();
    }
    mode("rw-------");
    ring.writer().close();
  }

  private List<Executable> uses(IntRing ring) {
    return List.of(
        ring::writer,
        ring::reader,
        () -> IntRing.attach(file),
        () -> IntRing.createOrAttach(file, 1024),
        () -> MessageRing.attach(file),
        () -> MessageRing.createOrAttach(file, 4096));
  }

  @Attack
  void aFileOfAnotherUserIsRefused() throws IOException {
    if (!hasPermissions()) {
      return;
    }
    IntRing ring = IntRing.create(file, 1024);
    if (!giveAway(file)) { // only the superuser can: so take one of his
      Path foreign = Path.of("/etc/passwd");
      String message =
          assertThrows(RingAccessException.class, () -> IntRing.attach(foreign)).getMessage();
      assertTrue(("" + message).contains("belongs to root"), message);
      return;
    }
    for (Executable use : uses(ring)) {
      String message = assertThrows(RingAccessException.class, use).getMessage();
      assertNotNull(message);
      assertTrue(message.contains("has the mode rw-------; this process runs as root"), message);
      assertTrue(message.contains(file + " belongs to " + owner()), message);
    }
  }

  @Attack
  void aLinkOfAnotherUserIsRefused() throws IOException {
    if (!hasPermissions()) {
      return;
    }
    IntRing.create(file, 1024);
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    IntRing.attach(link).writer().close();
    if (giveAway(link)) {
      String message =
          assertThrows(RingAccessException.class, () -> IntRing.attach(link)).getMessage();
      assertTrue(("" + message).contains(link + " is a symbolic link of "), message);
    }
  }

  /** Who may only read a file can lock it, but only with a shared lock. */
  @Attack
  void aSharedLockOfOthersDoesNotHideADeath() throws Exception {
    IntRing ring = IntRing.create(file, 1024);
    try (Child intruder = Child.start(LockHolder.class, file, LockHolder.WRITER, "shared")) {
      assertEquals("true", intruder.line());
      try (IntReader reader = ring.reader()) {
        assertEquals(Peer.ABSENT, reader.peer());
        RingInUseException kept = assertThrows(RingInUseException.class, ring::writer);
        String message = "" + kept.getMessage();
        assertTrue(
            message.contains("but no writer has it: somebody holds a shared lock there"), message);
      }
    }
    try (IntReader reader = ring.reader();
        Child writer = Holder.start("writer", ring)) {
      writer.kill();
      try (Child intruder = Child.start(LockHolder.class, file, LockHolder.WRITER, "shared")) {
        assertEquals("true", intruder.line());
        assertEquals(Peer.DEAD, reader.peer());
        try (Child second = Child.start(LockHolder.class, file, LockHolder.WRITER)) {
          assertEquals("false", second.line()); // the twin: a look that takes the whole lock
        }
      }
    }
  }

  private static boolean hasPermissions() {
    boolean posix = Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix");
    assertTrue(posix || !Platform.isLinux());
    return posix;
  }

  /** Returns whether this process may do that. */
  private boolean giveAway(Path name) throws IOException {
    UserPrincipal nobody =
        name.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
    boolean superuser = attributes(directory).owner().getName().equals("root");
    if (superuser) {
      Files.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setOwner(nobody);
      assertFalse(attributes(name).owner().getName().equals("root"));
    }
    return superuser;
  }

  private String owner() throws IOException {
    return attributes(file).owner().getName();
  }

  private static PosixFileAttributes attributes(Path name) throws IOException {
    return Files.readAttributes(name, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private void mode(String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private void assertMode(String mode) throws IOException {
    assertEquals(mode, PosixFilePermissions.toString(attributes(file).permissions()));
  }
}
