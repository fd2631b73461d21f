package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.RingAccessException;

/**
 * Who may use the file of a ring: which permissions it is created with, and which ones a file must
 * have to be used. Who can read a file can lock parts of it, and so keep the sides of the ring out;
 * who can write it decides what this process reads; and who owns it can change all that. Names of a
 * file system without POSIX permissions, as on Windows, are not checked.
 */
public final class FileAccess {
  /** Nobody but the user of this process. */
  public static final FileAccess OWNER = new FileAccess(null, false);

  /** Whoever the umask lets use it; no file is refused. */
  public static final FileAccess ANYONE = new FileAccess(null, true);

  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OF_GROUP =
      PosixFilePermissions.fromString("rw-rw----");
  private static final Set<PosixFilePermission> OWNER_MAY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> GROUP_MAY =
      PosixFilePermissions.fromString("rwxrwx---");
  private static final Path SELF = Path.of("/proc/self");

  private final @Nullable String group;
  private final boolean anyone;

  private FileAccess(@Nullable String group, boolean anyone) {
    this.group = group;
    this.anyone = anyone;
  }

  /** The user of this process, and all of a group. */
  public static FileAccess group(String name) {
    return new FileAccess(name, false);
  }

  /** Creates a file for writing; nobody who should not can open it at any moment. */
  FileChannel create(Path file) throws IOException {
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FileAttribute<?>[] attributes =
        isChecked(file.getFileSystem())
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OF_OWNER)}
            : new FileAttribute<?>[0];
    FileChannel channel = FileChannel.open(file, options, attributes);
    boolean done = false;
    try {
      if (group != null && isChecked(file.getFileSystem())) {
        giveTo(group, file);
      }
      done = true;
      return channel;
    } finally {
      if (!done) {
        channel.close();
      }
    }
  }

  private static void giveTo(String group, Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    try {
      view.setGroup(principal(group, file));
      view.setPermissions(OF_GROUP); // after that, or else the group before could open it
    } catch (FileSystemException refused) {
      FileSystemException reason =
          new FileSystemException(
              file.toString(),
              null,
              "could not be given to the group %s: %s. This process must be in that group"
                  .formatted(group, refused.getReason()));
      reason.initCause(refused);
      throw reason;
    }
  }

  private static GroupPrincipal principal(String group, Path file) throws IOException {
    try {
      return file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
    } catch (UserPrincipalNotFoundException unknown) {
      throw new FileSystemException(file.toString(), null, "there is no group " + group);
    }
  }

  /**
   * Returns the real name of a file, without links. Refuses a symbolic link that somebody else made, who
   * could replace it.
   */
  Path resolve(Path name) throws IOException {
    if (isChecked(name.getFileSystem()) && Files.isSymbolicLink(name)) {
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
   * others than those may use, or could have put there. Identity, owner and mode are of one look: two could
   * be at different files. To be called before the file is opened, and again after that.
   */
  @Nullable Object check(Path real) throws IOException {
    if (!isChecked(real.getFileSystem())) {
      return Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    }
    Set<UserPrincipal> self = self(real);
    PosixFileAttributes file =
        Files.readAttributes(real, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Set<PosixFilePermission> excess = new HashSet<>(file.permissions());
    excess.removeAll(group == null ? OWNER_MAY : GROUP_MAY);
    boolean belongs =
        group == null ? self.contains(file.owner()) : file.group().equals(principal(group, real));
    if (!belongs || !excess.isEmpty()) {
      throw refused(real, file, self);
    }
    return file.fileKey();
  }

  private RingAccessException refused(
      Path name, PosixFileAttributes file, Set<UserPrincipal> self) {
    String wanted =
        group == null
            ? "only a file of that user with the mode rw------- is used"
            : "only a file of the group %s with the mode rw-rw---- is used".formatted(group);
    return new RingAccessException(
        ("%s belongs to %s, group %s, and has the mode %s; this process runs as %s, and %s: others could read"
                + " it, block it, or have put it there. Choose a name in a directory of your own, change the"
                + " owner or the mode, or set another RingAccess")
            .formatted(
                name,
                file.owner().getName(),
                file.group().getName(),
                PosixFilePermissions.toString(file.permissions()),
                names(self),
                wanted));
  }

  private static String names(Set<UserPrincipal> self) {
    return String.join(" or ", self.stream().map(UserPrincipal::getName).sorted().toList());
  }

  private boolean isChecked(FileSystem system) {
    return !anyone && system.supportedFileAttributeViews().contains("posix");
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
