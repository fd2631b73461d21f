package org.reactiveserializer.io.ring;

/**
 * Who may use the file of a ring, on a file system with POSIX permissions. On others, as on Windows,
 * nothing is set and nothing is checked.
 *
 * <p>A ring is a way into both of its processes: who can write its file decides what they read; who can
 * read it sees what they send, and can lock the file and so keep them out; who owns it can do all that.
 *
 * <p><b>The directory.</b> The checks hold in a directory in which others cannot rename or delete the
 * file: one of your own that others may not write, or one with the sticky bit, as {@code /tmp} and
 * {@code /dev/shm} have. In another one, somebody can put a file of his in the place of yours at the
 * moment between two checks.
 */
public enum RingAccess {
  /**
   * Only the user of this process: the file is created with the mode {@code rw-------}, whatever the
   * umask is. One that exists must belong to that user, and give no permission to anybody else: or
   * else a {@link RingAccessException} names its owner and mode. A symbolic link of somebody else is
   * refused. This is checked each time the file is opened, before that and after it. The default.
   */
  OWNER,

  /**
   * Nothing is set and nothing is checked: the file is created with what the umask leaves, and each file
   * that this process may read and write is used. For two users, in a directory that only they may enter;
   * and for files whose owner is mapped to another number, as in some containers.
   */
  ANYONE
}
