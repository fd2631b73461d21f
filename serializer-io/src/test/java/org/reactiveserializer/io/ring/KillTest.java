package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/**
 * A {@link Relay}, which is the reader of one ring and the writer of another, is killed at random
 * moments and started again. This process writes numbered items into the first ring and reads them
 * from the second: each must arrive, in order and untorn; after a restart, at most one batch may
 * arrive again, or be lost if it was released before it was used.
 *
 * <p>Some seconds by default; {@code -Dring.stress.minutes} sets the minutes of each test.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KillTest {
  private static final long SECONDS = 1;
  private static final long TWIN_SECONDS = 120;
  private static final int MIN_KILLS = 3;
  private static final String LOST = "item \\d+ is lost";
  private static final String WRONG = "an item arrived again, or is wrong";

  @TempDir Path directory;
  private final Random random = new Random();
  private int kills;

  @Attack
  void ints() throws Exception {
    IntRelay relay = new IntRelay(Relay.Way.RIGHT);
    run(relay, duration());
    System.out.println("Rings: " + kills + " kills, " + relay.received + " ints");
  }

  @Attack
  void messages() throws Exception {
    MessageRelay relay = new MessageRelay(Relay.Way.RIGHT);
    run(relay, duration());
    System.out.println("Rings: " + kills + " kills, " + relay.received + " messages");
  }

  @Attack
  @Tag("thorough")
  void intsThatAreDrained() throws Exception {
    run(new IntRelay(Relay.Way.DRAINS), duration());
  }

  @Attack
  @Tag("thorough")
  void messagesThatAreDrained() throws Exception {
    run(new MessageRelay(Relay.Way.DRAINS), duration());
  }

  @Attack
  @Tag("thorough")
  void intsThatArePolled() throws Exception {
    run(new IntRelay(Relay.Way.POLLS), duration());
  }

  @Attack
  @Tag("thorough")
  void intsInStreams() throws Exception {
    run(new IntRelay(Relay.Way.STREAMS), duration());
  }

  @Tag("thorough")
  @Attack
  void messagesInStreams() throws Exception {
    run(new MessageRelay(Relay.Way.STREAMS), duration());
  }

  @Test
  @Tag("thorough")
  void noticesIntsThatAreReleasedFirst() {
    assertNoticed(() -> new IntRelay(Relay.Way.RELEASES_FIRST), LOST);
  }

  @Test
  @Tag("thorough")
  void noticesMessagesThatAreReleasedFirst() {
    assertNoticed(() -> new MessageRelay(Relay.Way.RELEASES_FIRST), LOST);
  }

  /**
   * What was there before may be any part of an older message: its number, too, is then anything.
   */
  @Test
  @Tag("thorough")
  void noticesMessagesThatArePublishedFirst() {
    String fault = "message -?\\d+ is torn|the length of message|" + WRONG + "|" + LOST;
    assertNoticed(() -> new MessageRelay(Relay.Way.PUBLISHES_FIRST), fault);
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
    String message = String.valueOf(noticed.getMessage());
    assertTrue(Pattern.compile(fault).matcher(message).find(), noticed.toString());
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
          long limit = System.nanoTime() + Await.LONG.toNanos();
          while (!early && relay.received == received && child.process().isAlive()) {
            relay.exchange();
            relay.checkInTime(limit);
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
        relay.wasKilled();
      }
      try (Child last = relay.start()) {
        long limit = System.nanoTime() + Await.LONG.toNanos();
        while (relay.received < relay.sent) {
          checkAlive(last);
          relay.receive();
          relay.checkInTime(limit);
        }
      }
    }
  }

  private static void checkAlive(Child child) {
    if (!child.process().isAlive()) {
      throw new IllegalStateException("the relay has ended by itself");
    }
  }

  /** The two rings, as this process sees them. */
  private abstract static class Relayed implements AutoCloseable {
    long sent;
    long received;
    private long repeats; // how many items may still arrive again
    private long losses; // how many items may still be lost

    final void exchange() {
      send();
      receive();
    }

    final void wasKilled() {
      repeats = way() == Relay.Way.POLLS ? 0 : Relay.BATCH;
      losses = way() == Relay.Way.POLLS ? 1 : 0;
    }

    final void checkInTime(long limit) {
      if (System.nanoTime() > limit) {
        throw new AssertionError("item " + received + " is lost: nothing arrives");
      }
    }

    final void check(long number) {
      if (received - number <= repeats && number - received <= losses) {
        received = number;
      }
      repeats = 0; // one step after each restart, with the first item
      losses = 0;
      if (number > received) {
        throw new AssertionError("item " + received + " is lost, " + number + " arrived");
      }
      assertEquals(received, number, "an item arrived again, or is wrong");
      received++;
    }

    abstract Relay.Way way();

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
    Relay.Way way() {
      return way;
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
    Relay.Way way() {
      return way;
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
