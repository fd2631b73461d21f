package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.RingException;
import org.reactiveserializer.io.ring.RingFaultException;
import org.reactiveserializer.io.ring.RingInUseException;
import org.reactiveserializer.io.ring.TruncatedRingException;

/**
 * What a fault in mapped memory means. The virtual machine reports an access to a page that does
 * not exist as an {@link InternalError}, at the access or soon after it.
 */
public final class Faults {
  private Faults() {}

  /** Returns what such an error means; throws it if it is another one. */
  static RingException diagnosis(SharedFile file, Path name, Header header, InternalError fault) {
    String message = fault.getMessage();
    if (message == null || !message.contains("unsafe memory access")) {
      throw fault;
    }
    TruncatedRingException truncated = findTruncation(file, name, header);
    if (truncated != null) {
      truncated.initCause(fault);
      return truncated;
    }
    return new RingFaultException(
        ("a page of %s could not be read or written: the file system is full, the device failed, or the"
                + " file was truncated under another name")
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

  /**
   * Makes the virtual machine report a fault of this thread here, and not in the middle of the steps that
   * follow, which other ends depend on. HotSpot 17 notes a fault in compiled code, and reports it
   * when the thread returns from a call of the runtime. Not each call counts: a native method, for
   * example {@link Thread#yield}, does not. To make an array of arrays does, interpreted and compiled,
   * if it has too many parts for the compiler to make them itself.
   *
   * @throws InternalError if there was a fault
   */
  public static void report() {
    byte[][] arrays = new byte[8][1];
    if (arrays.length != 8) {
      throw new AssertionError(arrays.length); // never: it only uses the arrays
    }
  }

  /** As {@link #report}, when it does not matter any more whether there was a fault. */
  public static void forget() {
    try {
      report();
    } catch (InternalError reported) {
      // Now it cannot disturb what follows.
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
