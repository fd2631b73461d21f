package org.reactiveserializer.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.reactiveserializer.testing.Await;

/** Streams that come and go leave no file descriptor, no memory outside the heap, and no thread. */
@Timeout(120)
class ResourceTest {
  private static final int STREAMS = 20;

  @Test
  @EnabledOnOs(OS.LINUX)
  void nothingStays() throws Exception {
    Usage first = Usage.now();
    useStreams(); // classes are loaded, buffers of the driver are made
    Usage before = settled(first);
    useStreams();
    Await.until(() -> Usage.now().isAtMost(before), () -> "before " + before + ", now " + Usage.now());
  }

  /** Aeron releases what is closed some seconds later. Other tests have left streams that are open. */
  private static Usage settled(Usage first) {
    Await.until(
        () -> {
          Usage now = Usage.now();
          return now.streamThreads <= first.streamThreads && now.logs <= first.logs;
        },
        Usage::now);
    return Usage.now();
  }

  private static void useStreams() throws Exception {
    AeronNode node = Nodes.NODE;
    for (int i = 0; i < STREAMS; i++) {
      String channel =
          i % 2 == 0 ? "aeron:ipc?term-length=64k" : "aeron:udp?endpoint=127.0.0.1:40467|term-length=64k";
      int stream = Nodes.newStream();
      Collecting collecting = new Collecting(1);
      try (AeronPublisher<String> in = node.<String>publisher(Texts.READER).open(channel, stream);
          AeronSubscriber<String> out = node.<String>subscriber(Texts.WRITER).open(channel, stream)) {
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
