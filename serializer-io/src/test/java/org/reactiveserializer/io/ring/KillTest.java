package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A {@link Relay}, which is the reader of one ring and the writer of another, is killed at random moments
 * and started again. This process writes numbered items into the first ring and reads them from the second:
 * each must arrive, in order and untorn; after a restart, at most one batch may arrive again.
 *
 * <p>Some seconds by default; {@code -Dring.stress.minutes} sets the minutes of each test.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KillTest {
  private static final long SECONDS = 5;
  private static final long TWIN_SECONDS = 120;
  private static final int MIN_KILLS = 5;

  @TempDir Path directory;
  private final Random random = new Random();
  private int kills;

  @Test
  void ints() throws Exception {
    IntRelay relay = new IntRelay(Relay.Way.RIGHT);
    run(relay, duration());
    System.out.println("Rings: " + kills + " kills, " + relay.received + " ints");
  }

  @Test
  void messages() throws Exception {
    MessageRelay relay = new MessageRelay(Relay.Way.RIGHT);
    run(relay, duration());
    System.out.println("Rings: " + kills + " kills, " + relay.received + " messages");
  }

  @Test
  void noticesIntsThatAreReleasedFirst() {
    assertNoticed(() -> new IntRelay(Relay.Way.RELEASES_FIRST), "is lost");
  }

  @Test
  void noticesMessagesThatAreReleasedFirst() {
    assertNoticed(() -> new MessageRelay(Relay.Way.RELEASES_FIRST), "is lost");
  }

  @Test
  void noticesIntsThatArePublishedFirst() {
    assertNoticed(() -> new IntRelay(Relay.Way.PUBLISHES_FIRST), "");
  }

  @Test
  void noticesMessagesThatArePublishedFirst() {
    assertNoticed(() -> new MessageRelay(Relay.Way.PUBLISHES_FIRST), "");
  }

  private interface Setup {
    Relayed open() throws IOException;
  }

  private void assertNoticed(Setup setup, String fault) {
    AssertionError noticed =
        assertThrows(
            AssertionError.class,
            () -> {
              run(setup.open(), TimeUnit.SECONDS.toNanos(TWIN_SECONDS));
              throw new IllegalStateException("not noticed with " + kills + " kills");
            });
    assertTrue(String.valueOf(noticed.getMessage()).contains(fault), noticed.toString());
  }

  private static long duration() {
    Long minutes = Long.getLong("ring.stress.minutes");
    return minutes == null ? TimeUnit.SECONDS.toNanos(SECONDS) : TimeUnit.MINUTES.toNanos(minutes);
  }

  /** Kills and restarts, until the time is over; then lets the last one finish its work. */
  private void run(Relayed relay, long nanos) throws Exception {
    long start = System.nanoTime();
    try (relay) {
      while (System.nanoTime() - start < nanos || kills < MIN_KILLS) {
        try (Child child = relay.start()) {
          boolean early = kills % 3 == 2; // perhaps while it attaches
          long received = relay.received;
          while (!early && relay.received == received && child.process.isAlive()) {
            relay.exchange();
          }
          long killAt = System.nanoTime() + random.nextInt(early ? 400_000_000 : 20_000_000);
          while (System.nanoTime() < killAt) {
            relay.exchange();
          }
          checkAlive(child);
          child.kill();
          relay.exchange();
          Peer peer = relay.peerOfTarget();
          assertTrue(peer == Peer.DEAD || early && peer == Peer.ABSENT, peer.toString());
        }
        kills++;
        relay.mayRepeat();
      }
      try (Child last = relay.start()) {
        while (relay.received < relay.sent) {
          checkAlive(last);
          relay.receive();
        }
      }
    }
  }

  private static void checkAlive(Child child) {
    if (!child.process.isAlive()) {
      throw new IllegalStateException("the relay has ended by itself");
    }
  }

  /** The two rings, as this process sees them. */
  private abstract static class Relayed implements AutoCloseable {
    long sent;
    long received;
    private long repeats; // how many items may still arrive again

    final void exchange() {
      send();
      receive();
    }

    final void mayRepeat() {
      repeats = Relay.BATCH;
    }

    final void check(long number) {
      if (number < received && received - number <= repeats) {
        received = number;
      }
      repeats = 0; // one step back after each restart, with the first item
      if (number > received) {
        throw new AssertionError("item " + received + " is lost, " + number + " arrived");
      }
      assertEquals(received, number, "an item arrived again, or is wrong");
      received++;
    }

    abstract Child start() throws IOException;

    abstract void send();

    abstract void receive();

    abstract Peer peerOfTarget();

    @Override
    public abstract void close();
  }

  private final class IntRelay extends Relayed {
    private final Relay.Way way;
    private final IntWriter writer;
    private final IntReader reader;

    IntRelay(Relay.Way way) throws IOException {
      this.way = way;
      writer = IntRing.create(directory.resolve("source"), 1024).writer();
      reader = IntRing.create(directory.resolve("target"), 1024).reader();
    }

    @Override
    Child start() throws IOException {
      return Child.start(Relay.class, "ints", way, writer.file(), reader.file());
    }

    @Override
    void send() {
      while (writer.offer((int) sent)) {
        sent++;
      }
    }

    @Override
    void receive() {
      reader.drain(value -> check(received + (value - (int) received)), 1024);
    }

    @Override
    Peer peerOfTarget() {
      return reader.peer();
    }

    @Override
    public void close() {
      writer.close();
      reader.close();
    }
  }

  private final class MessageRelay extends Relayed {
    private final Relay.Way way;
    private final MessageWriter writer;
    private final MessageReader reader;

    MessageRelay(Relay.Way way) throws IOException {
      this.way = way;
      writer = MessageRing.create(directory.resolve("source"), 8192).writer();
      reader = MessageRing.create(directory.resolve("target"), 8192).reader();
    }

    @Override
    Child start() throws IOException {
      return Child.start(Relay.class, "messages", way, writer.file(), reader.file());
    }

    @Override
    void send() {
      ByteBuffer place = writer.claim(8 + (int) (sent * 37 % 500));
      while (place != null) {
        Message.fill(place, (int) sent++);
        writer.publish();
        place = writer.claim(8 + (int) (sent * 37 % 500));
      }
    }

    @Override
    void receive() {
      reader.drain(message -> check(Message.check(message)), 1024);
    }

    @Override
    Peer peerOfTarget() {
      return reader.peer();
    }

    @Override
    public void close() {
      writer.close();
      reader.close();
    }
  }
}
