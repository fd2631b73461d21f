package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

/** 10,000 connections that come and go, in crowds. Some leave without a word. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrowdTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int CROWDS = 20;
  private static final int CROWD = 500; // of which each takes two file descriptors of this process

  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();

  @Test
  void eachIsAnsweredAndNothingIsLeft() throws Exception {
    ChannelStream<ByteBuf> stream =
        ChannelStream.frames(64).onChannelError((channel, error) -> errors.add(error)).open();
    Collecting subscriber =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            if (!received.reply(received.message()).isAccepted()) {
              received.release(); // its channel is closed
            }
          }
        };
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer())) {
      crowd(server, 1);
      Await.until(() -> stream.stats().channels() == 0);
      long descriptors = descriptors();
      for (int i = 0; i < CROWDS; i++) {
        crowd(server, CROWD);
      }
      Await.until(() -> stream.stats().channels() == 0, stream::stats);
      Await.until(() -> server.usedMemory() == 0, () -> server.usedMemory() + " bytes are in use");
      Await.until(
          () -> descriptors() <= descriptors,
          () -> descriptors() + " descriptors, before " + descriptors);
      ChannelStats stats = stream.stats();
      assertEquals(1 + CROWDS * CROWD, stats.opened());
      assertEquals(stats.received(), stats.delivered());
      assertTrue(stats.received() >= stats.opened());
    }
  }

  /** Connects all, asks all, and reads all answers; every third asks once more, and resets the connection. */
  private static void crowd(Server server, int clients) throws IOException {
    List<Server.Client> all = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        all.add(server.connect());
      }
      for (int i = 0; i < clients; i++) {
        all.get(i).send(i);
      }
      for (int i = 0; i < clients; i++) {
        assertEquals(i, all.get(i).receive());
        if (i % 3 == 0) {
          all.get(i).send(-i);
          all.get(i).socket.setSoLinger(true, 0);
        }
      }
    } finally {
      for (Server.Client each : all) {
        each.close();
      }
    }
  }

  /** Returns how many file descriptors this process has; 0 where that cannot be told. */
  private static long descriptors() {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    } catch (IOException unknown) {
      return 0;
    }
  }
}
