package org.reactiveserializer.aeron;

import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.IoUtil;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/** A media driver of this process, with one thread, and a directory of its own. */
final class EmbeddedDriver implements AutoCloseable {
  /** How often the driver looks whether it has finished with a publication; a second by default. */
  private static final long TIMER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final MediaDriver driver;
  private final Duration timeLimit;
  private final Departures departures;
  private final AtomicBoolean closed = new AtomicBoolean();

  EmbeddedDriver(Duration timeLimit) {
    this.timeLimit = timeLimit;
    MediaDriver.Context context =
        new MediaDriver.Context()
            .aeronDirectoryName(CommonContext.generateRandomDirName())
            .threadingMode(ThreadingMode.SHARED)
            .timerIntervalNs(TIMER_NANOS)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true);
    driver = launch(context, new Storage(context));
    try {
      departures = new Departures(driver.context().cncFile());
    } catch (RuntimeException | Error failed) {
      driver.close();
      throw failed;
    }
  }

  /** If there is no room, it leaves nothing behind. */
  static MediaDriver launch(MediaDriver.Context context, Storage storage) {
    storage.check();
    try {
      MediaDriver launched = MediaDriver.launch(context);
      MemoryFaults.report();
      return launched;
    } catch (RuntimeException | Error failed) {
      MemoryFaults.forget(); // another one
      IoUtil.delete(new File(context.aeronDirectoryName()), true);
      if (MemoryFaults.isOne(failed)) { // there was room before
        throw storage.refusal(failed);
      }
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

  /**
   * To be called when the client is closed: its own receivers are not waited for. A thread that is
   * interrupted does not wait. Only the first call does anything.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    List<String> left = departures.await(timeLimit);
    if (!left.isEmpty()) {
      boolean interrupted = Thread.currentThread().isInterrupted();
      String why = interrupted ? "the thread was interrupted" : "the time limit is " + timeLimit;
      Log.CLIENT.accept(
          new NotSentException(
              "the driver in %s ends, although receivers may not have all that was sent to %s: %s"
                  .formatted(directory(), left, why)));
    }
    uninterrupted(driver::close);
  }

  /** In a thread that is interrupted, Aeron's own threads would be left running, and files be left. */
  static void uninterrupted(Runnable close) {
    boolean interrupted = Thread.interrupted();
    try {
      close.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
