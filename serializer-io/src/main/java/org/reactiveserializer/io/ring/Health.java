package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Faults;

/**
 * Whether an end of a ring can be used: what a fault means, and which indices are possible. An end that is
 * found broken is shut, and can only be closed. By the thread that uses the end, except {@link #isBroken}.
 */
final class Health {
  private final Attachment attachment;
  private final Runnable shut;
  private final long misaligned; // bits that no index has
  private volatile @Nullable RingException failure;

  Health(Attachment attachment, Runnable shut) {
    this.attachment = attachment;
    this.shut = shut;
    misaligned = attachment.alignment() - 1L;
  }

  boolean isBroken() {
    return failure != null;
  }

  /** Throws if the end is broken. */
  void check() {
    RingException cause = failure;
    if (cause == null) {
      cause = attachment.fault();
      if (cause == null) {
        return;
      }
      broken(cause);
    }
    throw cause;
  }

  /** Nobody else stores the index of this side, as long as the lock is not lost. */
  void checkOwnIndex(long stored, long own) {
    if (stored != own) {
      throw corrupt(
          "the index of the %s is %d, but this one has stored %d: another process has overwritten it"
              .formatted(attachment.side(), stored, own));
    }
  }

  /** Returns the index of the other side, if it is possible. */
  long checkPeerIndex(long seen, long least, long most) {
    if (seen < least || seen > most || (seen & misaligned) != 0) {
      throw corrupt(
          "the %s's index is %d, possible are %d to %d"
              .formatted(attachment.side().other(), seen, least, most));
    }
    return seen;
  }

  /**
   * Notes that the file says something impossible; which a file that is truncated at this moment
   * does, too.
   */
  RingException corrupt(String fault) {
    RingException truncated = attachment.findTruncation();
    return broken(
        truncated == null ? new CorruptRingException(attachment.file() + ": " + fault) : truncated);
  }

  /** Notes that the file was truncated, or whatever else a fault in its memory means. */
  RingException broken(InternalError fault) {
    return broken(attachment.diagnose(fault));
  }

  /**
   * As {@link #broken(InternalError)}, where buffers or code of others are used, too: if the file
   * has its size, the fault is one of theirs, and is thrown as it is.
   */
  RingException brokenIfTruncated(InternalError fault) {
    if (attachment.findTruncation() == null) {
      throw fault;
    }
    return broken(fault);
  }

  /** As {@link #brokenIfTruncated}, but another error is returned. */
  Throwable diagnose(Throwable thrown) {
    try {
      return thrown instanceof InternalError fault ? brokenIfTruncated(fault) : thrown;
    } catch (InternalError other) {
      return other;
    }
  }

  private RingException broken(RingException cause) {
    Faults.forget(); // or else it could come out of what follows, or later
    failure = cause;
    shut.run();
    return cause;
  }
}
