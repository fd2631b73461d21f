package org.reactiveserializer.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.time.Duration;
import java.util.List;

/** A media driver of this process, with one thread, and a directory of its own. */
final class EmbeddedDriver implements AutoCloseable {
  private final MediaDriver driver;
  private final Duration timeLimit;
  private final Departures departures;

  EmbeddedDriver(Duration timeLimit) {
    this.timeLimit = timeLimit;
    driver =
        MediaDriver.launchEmbedded(
            new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true));
    try {
      departures = new Departures(driver.context().cncFile());
    } catch (RuntimeException | Error failed) {
      driver.close();
      throw failed;
    }
  }

  String directory() {
    return driver.aeronDirectoryName();
  }

  /** Closes a publication; {@link #close} waits for what it holds. */
  void close(ExclusivePublication publication) {
    departures.close(publication);
  }

  /** To be called when the client is closed: its own receivers are not waited for. */
  @Override
  public void close() {
    boolean interrupted = false;
    try {
      List<String> left = departures.await(timeLimit);
      if (!left.isEmpty()) {
        Log.CLIENT.accept(
            new NotSentException(
                "the driver in %s ends, although receivers may not have all that was sent to %s: the time limit is %s"
                    .formatted(directory(), left, timeLimit)));
      }
    } catch (InterruptedException noTime) {
      interrupted = true;
    } finally {
      driver.close(); // in a thread that is interrupted this would leave the directory
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
