package org.reactiveserializer.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.ErrorCode;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.RegistrationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The room that a driver of this process needs for its own files. Aeron does not look before it writes
 * them, and what the virtual machine says of a full file system names neither that nor the settings. (Before
 * it makes the file of a stream, Aeron looks.)
 */
final class Storage {
  private static final String CONTAINER = "a container has more with --shm-size (Docker gives 64m)";

  private final MediaDriver.Context driver;
  private final Path parent; // exists; the directory does not
  private final ToLongFunction<Path> room;

  Storage(MediaDriver.Context driver) {
    this(driver, Storage::usable);
  }

  /** With a function that returns the free bytes of the file system of a directory. */
  Storage(MediaDriver.Context driver, ToLongFunction<Path> room) {
    this.driver = driver;
    this.room = room;
    Path directory = Path.of(driver.aeronDirectoryName()).toAbsolutePath();
    parent = Objects.requireNonNull(directory.getParent());
  }

  /** Throws an exception if there is not enough room. */
  void check() {
    if (free() < needed()) {
      throw refusal(null);
    }
  }

  IllegalStateException refusal(@Nullable Throwable cause) {
    return new IllegalStateException(
        ("the media driver needs %d bytes for its own files below %s, and %d are free: %s;"
                + " -Daeron.counters.buffer.length and -Daeron.error.buffer.length make the files smaller"
                + " (now %d, of which the files have five times as much, and %d). Each stream needs three terms"
                + " more: term-length=64k in its channel, or -Daeron.ipc.term.buffer.length and"
                + " -Daeron.term.buffer.length (now %d and %d), make them smaller")
            .formatted(
                needed(),
                parent,
                free(),
                CONTAINER,
                driver.counterValuesBufferLength(),
                driver.errorBufferLength(),
                driver.ipcTermBufferLength(),
                driver.publicationTermBufferLength()),
        cause);
  }

  /** Names the settings, if a driver refuses a stream because it has no room for its file. */
  static RegistrationException explained(RegistrationException refused) {
    if (refused.errorCode() != ErrorCode.STORAGE_SPACE) {
      return refused;
    }
    RegistrationException explained =
        new RegistrationException(
            refused.correlationId(),
            refused.errorCodeValue(),
            refused.errorCode(),
            "%s. The file has three terms: term-length=64k in the channel makes them smaller; %s"
                .formatted(refused.getMessage(), CONTAINER));
    explained.initCause(refused);
    return explained;
  }

  /** Returns the bytes of the files that the driver creates when it starts. */
  long needed() {
    int counters = driver.counterValuesBufferLength();
    int buffers =
        driver.conductorBufferLength()
            + driver.toClientsBufferLength()
            + counters
            + Configuration.countersMetadataBufferLength(counters)
            + driver.errorBufferLength();
    return (long) CncFileDescriptor.computeCncFileLength(buffers, driver.filePageSize())
        + driver.lossReportBufferLength();
  }

  private long free() {
    return room.applyAsLong(parent);
  }

  /** Returns the free bytes of the file system, or the largest number if nobody knows. */
  private static long usable(Path parent) {
    try {
      return Files.getFileStore(parent).getUsableSpace();
    } catch (IOException unknown) {
      return Long.MAX_VALUE;
    }
  }
}
