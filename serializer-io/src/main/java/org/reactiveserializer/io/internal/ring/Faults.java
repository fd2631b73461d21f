package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.ring.RingException;
import org.reactiveserializer.io.ring.RingFaultException;
import org.reactiveserializer.io.ring.RingInUseException;
import org.reactiveserializer.io.ring.TruncatedRingException;

/** What a fault in the memory of a ring means. */
final class Faults {
  private Faults() {}

  /** Returns what such an error means; throws it if it is another one. */
  static RingException diagnosis(SharedFile file, Path name, Header header, InternalError fault) {
    if (!MemoryFaults.isOne(fault)) {
      throw fault;
    }
    TruncatedRingException truncated = findTruncation(file, name, header);
    if (truncated != null) {
      truncated.initCause(fault);
      return truncated;
    }
    return new RingFaultException(
        ("a page of %s, or of another file that is mapped, could not be read or written: the file system is"
                + " full, the device failed, or a file was truncated")
            .formatted(name),
        fault);
  }

  /** Returns what is wrong if the file is too short, which may have lost its name; else null. */
  static @Nullable TruncatedRingException findTruncation(
      SharedFile file, Path name, Header header) {
    try {
      long size = file.size();
      return size < header.fileSize() ? truncated(name, size, header) : null;
    } catch (IOException | OutOfMemoryError unknown) { // closed, or there is no thread to look
      return null;
    }
  }

  static RingInUseException lockLost(Path name, Side side, long holder) {
    return new RingInUseException(
        ("%s has another %s meanwhile: process %d. The lock was lost: this process, perhaps through another"
                + " class loader, has closed a channel of the file")
            .formatted(name, side, holder),
        holder);
  }

  static TruncatedRingException truncated(Path name, long size, Header header) {
    return new TruncatedRingException(
        "%s was truncated: it has %d bytes, with a capacity of %d it needs %d. Delete it and create it again"
            .formatted(name, size, header.capacity(), header.fileSize()));
  }
}
