package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;

/**
 * Something is wrong with a ring: with its file, or with the process on its other side. The message
 * has the numbers. Most subclasses stand for one cause. These stand for several:
 *
 * <ul>
 *   <li>{@link RingHeaderException}: a file that is no ring, or one of another version, byte order,
 *       kind or capacity
 *   <li>{@link TruncatedRingException}: a file that is too short, or that was, and was extended
 *       again
 *   <li>{@link CorruptRingException}: an impossible index, record or state, or an index that
 *       another process has overwritten
 *   <li>{@link ReplacedRingException}: a file that was deleted, or that another one replaced
 *   <li>{@link RingAccessException}: a file of another user, or which more users may use than was
 *       expected
 *   <li>{@link RingInUseException}: a side that another end has, before this one attached or after
 *       this one lost its lock
 *   <li>{@link RingFaultException}: a full or broken disk, or a file that was truncated under
 *       another name
 *   <li>{@link PeerLostException}: see {@link PeerLostException#peer()}
 * </ul>
 *
 * <p>What the file system reports itself is not one of these but an {@link java.io.IOException}: a
 * file that does not exist, a directory, a read-only file, a full disk.
 */
public abstract class RingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RingException(String message) {
    super(message);
  }

  RingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
