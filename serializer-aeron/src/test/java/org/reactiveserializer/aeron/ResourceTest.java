package org.reactiveserializer.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.reactiveserializer.testing.Await;

/** Streams that come and go leave no file descriptor, no memory outside the heap, and no thread. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResourceTest {
  private static final int STREAMS = 20;

  @Test
  @Tag("thorough")
  @EnabledOnOs(OS.LINUX)
  void nothingStays() throws Exception {
    useStreams(); // classes are loaded, buffers of the driver are made
    Usage before = settled();
    useStreams();
    Await.until(
        () -> Usage.now().isAtMost(before), () -> "before " + before + ", now " + Usage.now());
  }

  /** Aeron releases what is closed up to five seconds later, also what other tests have closed. */
  private static Usage settled() {
    AtomicReference<Usage> last = new AtomicReference<>(Usage.now());
    AtomicLong since = new AtomicLong(System.nanoTime());
    Await.until(
        () -> {
          Usage now = Usage.now();
          if (!now.equals(last.getAndSet(now))) {
            since.set(System.nanoTime());
          }
          return System.nanoTime() - since.get() > TimeUnit.SECONDS.toNanos(6);
        },
        Usage::now);
    return Objects.requireNonNull(last.get());
  }

  private static void useStreams() throws Exception {
    AeronNode node = Nodes.NODE;
    for (int i = 0; i < STREAMS; i++) {
      String channel =
          i % 2 == 0
              ? "aeron:ipc?term-length=64k"
              : Nodes.channel("aeron:udp?endpoint=127.0.0.1:PORT|term-length=64k");
      int stream = Nodes.newStream();
      Collecting collecting = new Collecting(1);
      try (AeronPublisher<String> in = node.<String>publisher(Texts.READER).open(channel, stream);
          AeronSubscriber<String> out =
              node.<String>subscriber(Texts.WRITER).open(channel, stream)) {
        in.subscribe(collecting);
        out.emit("x".repeat(5_000), Await.LONG);
        collecting.next();
      }
    }
  }

  /** Log buffers are files of the driver that are mapped. */
  private record Usage(long descriptors, long direct, long logs, long streamThreads) {
    static Usage now() {
      return new Usage(
          count(Path.of("/proc/self/fd"), ""),
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum(),
          count(Nodes.NODE.directory().resolve("publications"), ".logbuffer")
              + count(Nodes.NODE.directory().resolve("images"), ".logbuffer"),
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("stream "))
              .count());
    }

    private static long count(Path directory, String ending) {
      try (Stream<Path> files = Files.list(directory)) {
        return files.filter(file -> file.toString().endsWith(ending)).count();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    boolean isAtMost(Usage before) {
      return descriptors <= before.descriptors
          && direct <= before.direct
          && logs <= before.logs
          && streamThreads <= before.streamThreads;
    }
  }
}
