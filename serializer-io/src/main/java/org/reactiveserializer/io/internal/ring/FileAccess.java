package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.io.ring.RingAccessException;

/** Creates and checks the files of rings, as {@link RingAccess} says. */
final class FileAccess {
  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rw-------");

  private static final Set<PosixFilePermission> OWNER_MAY =
      PosixFilePermissions.fromString("rwx------");

  private static final Path SELF = Path.of("/proc/self");

  private FileAccess() {}

  /** Creates a file for writing; nobody who should not can open it at any moment. */
  static FileChannel create(Path file, RingAccess access) throws IOException {
    FileAttribute<?>[] attributes =
        isChecked(access, file.getFileSystem())
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OF_OWNER)}
            : new FileAttribute<?>[0];
    return FileChannel.open(
        file, EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes);
  }

  /**
   * Returns the real name of a file, without links. Refuses a symbolic link that somebody else made, who
   * could replace it.
   */
  static Path resolve(Path name, RingAccess access) throws IOException {
    if (isChecked(access, name.getFileSystem()) && Files.isSymbolicLink(name)) {
      UserPrincipal owner = Files.getOwner(name, LinkOption.NOFOLLOW_LINKS);
      Set<UserPrincipal> self = self(name);
      if (!self.contains(owner)) {
        throw new RingAccessException(
            "%s is a symbolic link of %s, who could replace it; this process runs as %s. Use the name of the file"
                .formatted(name, owner.getName(), names(self)));
      }
    }
    return name.toRealPath();
  }

  /**
   * Returns the identity of the file that has a real name now; null if the system has none. Refuses one that
   * others may use, or could have put there. Identity, owner and mode are of one look: two could be at
   * different files. To be called before the file is opened, and again after that.
   */
  static @Nullable Object check(Path real, RingAccess access) throws IOException {
    if (!isChecked(access, real.getFileSystem())) {
      return Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    }
    Set<UserPrincipal> self = self(real);
    PosixFileAttributes file =
        Files.readAttributes(real, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!self.contains(file.owner()) || !OWNER_MAY.containsAll(file.permissions())) {
      throw new RingAccessException(
          ("%s belongs to %s and has the mode %s; this process runs as %s, and only a file of that user with the"
                  + " mode rw------- is used: others could read it, block it, or have put it there. Choose a name"
                  + " in a directory of your own, change the owner or the mode, or set another RingAccess")
              .formatted(
                  real,
                  file.owner().getName(),
                  PosixFilePermissions.toString(file.permissions()),
                  names(self)));
    }
    return file.fileKey();
  }

  private static String names(Set<UserPrincipal> self) {
    return String.join(" or ", self.stream().map(UserPrincipal::getName).sorted().toList());
  }

  private static boolean isChecked(RingAccess access, FileSystem system) {
    return access == RingAccess.OWNER && system.supportedFileAttributeViews().contains("posix");
  }

  /**
   * Returns the user of this process, in each way in which that can be found out: who owns its entry
   * in /proc (root, if the process may not be dumped), and who has the name that the virtual machine
   * found.
   */
  private static Set<UserPrincipal> self(Path name) throws IOException {
    Set<UserPrincipal> self = new HashSet<>();
    if (Files.exists(SELF)) {
      self.add(Files.getOwner(SELF));
    }
    try {
      self.add(
          name.getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name", "?")));
    } catch (UserPrincipalNotFoundException unknown) {
      // A number without a name, as in many containers.
    }
    return self;
  }
}
