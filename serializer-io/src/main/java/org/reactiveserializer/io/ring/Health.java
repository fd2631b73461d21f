package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

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
              .formatted(attachment.side, stored, own));
    }
  }

  /** Returns the index of the other side, if it is possible. */
  long checkPeerIndex(long seen, long least, long most) {
    if (seen < least || seen > most || (seen & misaligned) != 0) {
      throw corrupt(
          "the %s's index is %d, possible are %d to %d"
              .formatted(attachment.side.other(), seen, least, most));
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
        truncated == null ? new CorruptRingException(attachment.name + ": " + fault) : truncated);
  }

  /** Notes that the file was truncated, or whatever else a fault in its memory means. */
  RingException broken(InternalError fault) {
    return broken(attachment.diagnose(fault));
  }

  /** Returns what an error means: a fault of memory breaks this end, also if it was of other memory. */
  Throwable diagnose(Throwable thrown) {
    return MemoryFaults.isOne(thrown) ? broken((InternalError) thrown) : thrown;
  }

  private RingException broken(RingException cause) {
    MemoryFaults.forget(); // or else it could come out of what follows, or later
    failure = cause;
    shut.run();
    return cause;
  }
}
