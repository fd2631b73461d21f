package org.reactiveserializer.io.ring;

import java.util.Objects;
import org.reactiveserializer.io.internal.ring.FileAccess;

/**
 * Who may use the file of a ring, on a file system with POSIX permissions. On others, as on Windows,
 * nothing is set and nothing is checked. Immutable.
 *
 * <p>A ring is a way into both of its processes: who can write its file decides what they read; who can
 * read it sees what they send, and can lock the file and so keep them out; who owns it can do all that.
 * So the file is created with these permissions, whatever the umask is, and a file that exists is used
 * only if it has no more than these, and belongs to whom it should. Otherwise a
 * {@link RingAccessException} names its owner and mode. This is checked each time the file is opened,
 * before that and after it.
 *
 * <p><b>The directory.</b> The checks hold in a directory in which others cannot rename or delete the
 * file: one of your own that others may not write, or one with the sticky bit, as {@code /tmp} and
 * {@code /dev/shm} have. In another one, somebody can put a file of his in the place of yours at the
 * moment between two checks. (A symbolic link of somebody else is refused.)
 */
public final class RingAccess {
  private static final RingAccess OWNER = new RingAccess(FileAccess.OWNER, "the owner");
  private static final RingAccess ANYONE = new RingAccess(FileAccess.ANYONE, "anyone");

  final FileAccess file;
  private final String who;

  private RingAccess(FileAccess file, String who) {
    this.file = file;
    this.who = who;
  }

  /**
   * Only the user of this process may use the ring: the file is created with the mode
   * {@code rw-------}. One that exists must belong to that user, and give no permission to anybody
   * else. This is the default.
   *
   * @return the access
   */
  public static RingAccess owner() {
    return OWNER;
  }

  /**
   * The members of a group may use the ring, also under different users: the file is created with that
   * group and the mode {@code rw-rw----}, so this process must be in the group. A file that exists must
   * have that group, and give no permission to others; whoever owns it. Java cannot ask who is in a group,
   * and in a directory with the setgid bit a file of anybody gets the directory's group: so only the group
   * should be able to write the directory.
   *
   * @param group the name of the group, or its number
   * @return the access
   */
  public static RingAccess group(String group) {
    Objects.requireNonNull(group, "group is null");
    return new RingAccess(FileAccess.group(group), "the group " + group);
  }

  /**
   * Nothing is set and nothing is checked: the file is created with what the umask leaves, and each file
   * that this process may read and write is used. For files whose owner is mapped to another number, as
   * in some containers, and for those who trust all users of the machine.
   *
   * @return the access
   */
  public static RingAccess anyone() {
    return ANYONE;
  }

  /**
   * Returns who may use the ring.
   *
   * @return a text for people
   */
  @Override
  public String toString() {
    return who;
  }
}
