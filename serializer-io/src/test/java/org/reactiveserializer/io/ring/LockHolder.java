package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.reactiveserializer.testing.Child;

/**
 * A process that holds the lock of a side, at a given offset, and does nothing else:
 * {@code file offset}. As one that was stopped while it attached. With {@code shared} behind that, it is
 * one that may only read the file.
 */
final class LockHolder {
  /** Where the lock of the writer is. */
  static final long WRITER = 1L << 40;

  private LockHolder() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Child.endWithParent();
    boolean shared = arguments.length > 2;
    Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.READ);
    if (!shared) {
      options.add(StandardOpenOption.WRITE);
    }
    FileChannel channel = FileChannel.open(Path.of(arguments[0]), options);
    System.out.println(channel.tryLock(Long.parseLong(arguments[1]), 1, shared) != null);
    new CountDownLatch(1).await(); // until it is killed
  }
}
