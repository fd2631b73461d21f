package org.reactiveserializer.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.testing.Child;

/** A media driver in a process of its own, which notices soon that a client is dead. */
public final class DriverProgram {
  static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

  private DriverProgram() {}

  static Child start(Path directory) throws IOException {
    Child child = Child.startWith(OPTIONS, DriverProgram.class, directory);
    if (child.line() == null) {
      throw new IllegalStateException("the driver has not started");
    }
    return child;
  }

  /** The directory. */
  public static void main(String[] directory) {
    MediaDriver.launch(
        new MediaDriver.Context()
            .aeronDirectoryName(directory[0])
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnStart(true)
            .clientLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(4))
            .publicationUnblockTimeoutNs(TimeUnit.SECONDS.toNanos(5))
            .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(4)));
    System.out.println("ready");
    Child.endWithParent();
    while (true) {
      LockSupport.park();
    }
  }
}
