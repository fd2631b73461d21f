package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of this process to an Aeron media driver, from which streams are opened.
 *
 * <pre>{@code
 * String channel = "aeron:udp?endpoint=127.0.0.1:40123";
 * try (AeronNode node = AeronNode.embedded();
 *     AeronPublisher<String> in = node.<String>publisher(reader).completeAfterLast().open(channel, 10);
 *     AeronSubscriber<String> out = node.<String>subscriber(writer).open(channel, 10)) {
 *   in.subscribe(subscriber);
 *   out.tryEmit(item);
 *   out.close(); // what was accepted is still sent
 *   in.awaitClosed(Duration.ofSeconds(30)); // and is delivered
 * }
 * }</pre>
 *
 * <p>Aeron's library Agrona needs {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED} (on the
 * module path {@code =org.agrona}). Without it {@link #embedded} and {@link #external} throw an {@link
 * IllegalStateException} that says so. All methods may be called by any thread.
 */
public final class AeronNode implements AutoCloseable {
  /** How long others may take to notice that the client is closed, before its memory is unmapped. */
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Twice the linger time of Aeron, which some receivers need in full. */
  private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  private final Aeron aeron;
  private final boolean isOwner;
  private final @Nullable EmbeddedDriver driver;
  private final OpenStreams streams;

  private AeronNode(
      Aeron aeron, OpenStreams streams, boolean isOwner, @Nullable EmbeddedDriver driver) {
    this.aeron = aeron;
    this.streams = streams;
    this.isOwner = isOwner;
    this.driver = driver;
  }

  /**
   * As {@link #embedded(Duration)}, with a time limit of 10 seconds.
   *
   * @return the connection to it
   * @throws IllegalStateException if Java does not let Agrona access memory, or if the file system (on Linux
   *     that of {@code /dev/shm}) has no room for the files of the driver, 47 MiB by default; the message
   *     says how to get more, or need less
   */
  public static AeronNode embedded() {
    return embedded(TIME_LIMIT);
  }

  /**
   * Starts a media driver in this process, with one thread and a directory of its own, which {@link
   * #close} deletes.
   *
   * @param timeLimit how long {@link #close} waits at most for what was sent to be received; zero or less
   *     means not at all
   * @return the connection to it
   * @throws IllegalStateException if Java does not let Agrona access memory, or if the file system (on Linux
   *     that of {@code /dev/shm}) has no room for the files of the driver, 47 MiB by default; the message
   *     says how to get more, or need less
   */
  public static AeronNode embedded(Duration timeLimit) {
    Objects.requireNonNull(timeLimit, "timeLimit is null");
    requireAccess();
    EmbeddedDriver driver = new EmbeddedDriver(timeLimit);
    try {
      return connect(driver.directory(), driver);
    } catch (RuntimeException | Error failed) {
      driver.close();
      throw failed;
    }
  }

  /**
   * Connects to a media driver of another process. If the driver dies, the streams end: Aeron notices it
   * after its {@code aeron.driver.timeout}, 10 seconds by default. The errors of the client are logged.
   * A client cannot use another driver: make another node and other streams.
   *
   * @param directory the directory of the driver
   * @return the connection
   * @throws IllegalStateException if Java does not let Agrona access memory
   * @throws io.aeron.exceptions.DriverTimeoutException if no driver runs there
   */
  public static AeronNode external(Path directory) {
    Objects.requireNonNull(directory, "directory is null");
    requireAccess();
    return connect(directory.toString(), null);
  }

  /**
   * Uses a client that you have configured. {@link #close} does not close it. Only its error handler learns why Aeron ends it. If it has no error handler,
   * Aeron's own ends the whole Java virtual machine when the driver dies. Set a {@code
   * closeLingerDurationNs}, too, or close and await the streams before the client: it unmaps memory that
   * they may be using.
   *
   * @param aeron the client
   * @return the connection
   */
  public static AeronNode of(Aeron aeron) {
    return new AeronNode(
        Objects.requireNonNull(aeron, "aeron is null"), new OpenStreams(), false, null);
  }

  /**
   * The default error handler would end the process when the driver is lost. By default, memory is
   * unmapped at once when the client is closed, also while a stream uses it.
   */
  private static AeronNode connect(String directory, @Nullable EmbeddedDriver driver) {
    OpenStreams streams = new OpenStreams();
    Aeron.Context context =
        new Aeron.Context()
            .aeronDirectoryName(directory)
            .errorHandler(streams::clientFailed)
            .closeLingerDurationNs(LINGER_NANOS);
    return new AeronNode(Aeron.connect(context), streams, true, driver);
  }

  /** Agrona's own error names neither itself nor the option. */
  private static void requireAccess() {
    Module agrona = DirectBuffer.class.getModule();
    if (!Object.class.getModule().isOpen("jdk.internal.misc", agrona)) {
      throw new IllegalStateException(
          "Agrona, which Aeron needs, cannot access memory. Start Java with --add-opens"
              + " java.base/jdk.internal.misc="
              + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED"));
    }
  }

  /**
   * Returns default settings for a stream of what arrives.
   *
   * @param reader makes an item of each message
   * @param <T> the type of the items
   * @return the settings, which open a stream
   */
  public <T> AeronPublisherSettings<T> publisher(MessageReader<? extends T> reader) {
    return new AeronPublisherSettings<>(
        aeron, streams, Objects.requireNonNull(reader, "reader is null"));
  }

  /**
   * Returns default settings for a stream to send.
   *
   * @param writer writes each item as a message
   * @param <T> the type of the items
   * @return the settings, which open a stream
   */
  public <T> AeronSubscriberSettings<T> subscriber(MessageWriter<? super T> writer) {
    return new AeronSubscriberSettings<>(
        aeron,
        streams,
        driver == null ? ExclusivePublication::close : driver::close,
        Objects.requireNonNull(writer, "writer is null"));
  }

  /**
   * Returns the client, for what this class does not offer.
   *
   * @return the client
   */
  public Aeron aeron() {
    return aeron;
  }

  /**
   * Returns the directory of the media driver, with which other processes connect to it.
   *
   * @return the directory
   */
  public Path directory() {
    return Path.of(aeron.context().aeronDirectoryName());
  }

  /**
   * Closes the client; this takes a fifth of a second. Streams that are open end before: publishers with
   * an error, subscribers with a failure, and what they have not sent is given up. So close the streams
   * before, and wait with their {@code awaitClosed}: their {@code close} returns at once. If a thread is in
   * code that was given to a stream, this waits until it comes back; after 10 seconds it leaves the client open, and logs
   * that. So do not call it in a {@link MessageWriter}, or in a hook of a subscriber.
   *
   * <p>Then this closes an embedded driver, but not before that has passed on what the {@link
   * AeronSubscriber}s of this node have sent that were closed before and had a receiver: the receivers of
   * other nodes have taken it from shared memory, or their drivers have it. With more than one destination
   * or a multicast channel, nobody tells that all have it; then the driver stays for the linger time of
   * the channel, 5 seconds if that is not set. If the time limit of {@link #embedded(Duration)} is over
   * before, or the thread is interrupted, the rest may be lost, which is logged. A unicast receiver that left
   * in order, before another one came to the same channel, counts for Aeron as one that has all: then what
   * the network loses at the end is not sent again.
   */
  @Override
  public void close() {
    try {
      if (isOwner && streams.endAll()) {
        EmbeddedDriver.uninterrupted(aeron::close);
      }
    } finally {
      if (driver != null) {
        driver.close();
      }
    }
  }
}
