package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * A media driver of Aeron in this process, with one thread. That thread opens the window of a
 * writer, so the terms of IPC are long enough for what is written while it sleeps: it does not take a
 * processor from the two processes. Over UDP the driver also sends and receives, a window at a time.
 */
final class AeronDriver implements AutoCloseable {
  /** The channel of IPC. */
  static final String CHANNEL = "aeron:ipc";

  private static final int TERM = 16 << 20;
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final MediaDriver driver;

  AeronDriver(Path directory) {
    MediaDriver.Context context =
        new MediaDriver.Context()
            .aeronDirectoryName(name(directory))
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingIdleStrategy(PAUSE_NANOS))
            .ipcTermBufferLength(TERM)
            .termBufferSparseFile(false)
            .dirDeleteOnStart(true)
            .spiesSimulateConnection(false);
    driver = MediaDriver.launch(context);
  }

  private static String name(Path directory) {
    return directory.resolve("aeron").toString();
  }

  /** Connects to the driver of a directory, in any process. */
  static Aeron connect(Path directory) {
    return Aeron.connect(new Aeron.Context().aeronDirectoryName(name(directory)));
  }

  @Override
  public void close() {
    driver.close();
  }
}
