package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.testing.Child;

/**
 * A process that reads from one ring and writes what it read into another one, in batches of at
 * most {@link #BATCH}: {@code kind way source target}. It releases a batch when it has published
 * it; so it may be killed at any moment, and its successor passes on at most that batch again.
 */
final class Relay {
  static final int BATCH = 16;

  /** How to do it: right, or with one of the faults that the kill test must notice. */
  enum Way {
    RIGHT,

    /** Right, with {@code drain}. */
    DRAINS,

    /** With {@code poll}, which releases first: an int is lost if it is killed in between. */
    POLLS,

    /** Right: a publisher of views, and a subscriber. */
    STREAMS,

    /** Releases a batch before it is published: a batch is lost if it is killed in between. */
    RELEASES_FIRST,

    /** Publishes a batch before it is written: the other side sees what was there before. */
    PUBLISHES_FIRST
  }

  private final Random random = new Random();
  private final Way way;

  private Relay(Way way) {
    this.way = way;
  }

  public static void main(String[] arguments) throws IOException {
    Child.endWithParent();
    Relay relay = new Relay(Way.valueOf(arguments[1]));
    Path source = Path.of(arguments[2]);
    Path target = Path.of(arguments[3]);
    if (arguments[0].equals("ints")) {
      relay.ints(IntRing.attach(source).reader(), IntRing.attach(target).writer());
    } else {
      relay.messages(MessageRing.attach(source).reader(), MessageRing.attach(target).writer());
    }
  }

  /** Each item has room when it is requested: so none waits after it was released. */
  private static RingOptions options() {
    return RingOptions.defaults().peerLoss(PeerLoss.WAIT).batch(BATCH).views();
  }

  private static void awaitKill() {
    while (true) {
      LockSupport.park();
    }
  }

  private void drain(IntReader reader, IntWriter writer) {
    reader.drain(
        value -> {
          while (!writer.offer(value)) {
            Thread.onSpinWait();
          }
        },
        1 + random.nextInt(BATCH));
  }

  private void poll(IntReader reader, IntWriter writer) {
    long one = reader.poll();
    dawdle();
    while (one != IntReader.EMPTY && !writer.offer((int) one)) {
      Thread.onSpinWait();
    }
  }

  private void drain(MessageReader reader, MessageWriter writer) {
    reader.drain(
        message -> {
          while (!writer.offer(message)) {
            Thread.onSpinWait();
          }
        },
        1 + random.nextInt(BATCH));
  }

  private void ints(IntReader reader, IntWriter writer) {
    if (way == Way.STREAMS) {
      reader.publisher(options()).subscribe(writer.subscriber(options()));
      awaitKill();
    }
    while (true) {
      if (way == Way.DRAINS) {
        drain(reader, writer);
        continue;
      }
      if (way == Way.POLLS) {
        poll(reader, writer);
        continue;
      }
      IntBuffer run = reader.peek(1 + random.nextInt(BATCH));
      if (!run.hasRemaining()) {
        Thread.onSpinWait();
        continue;
      }
      int n = run.remaining();
      int[] copy = new int[n];
      run.get(copy);
      if (way == Way.RELEASES_FIRST) {
        reader.release(n);
        dawdle();
      }
      int written = 0;
      while (written < n) {
        written += writer.offer(copy, written, n - written);
      }
      if (way != Way.RELEASES_FIRST) {
        reader.release(n);
      }
    }
  }

  private void messages(MessageReader reader, MessageWriter writer) {
    if (way == Way.STREAMS) {
      reader.publisher(options()).subscribe(writer.subscriber(options()));
      awaitKill();
    }
    while (true) {
      if (way == Way.DRAINS) {
        drain(reader, writer);
        continue;
      }
      int claimed = 0;
      int batch = 1 + random.nextInt(BATCH);
      ByteBuffer message = null;
      while (claimed < batch && (message = reader.next()) != null) {
        ByteBuffer place = claim(writer, message.remaining());
        claimed++;
        if (way == Way.PUBLISHES_FIRST) {
          ByteBuffer late = place.duplicate();
          writer.publish();
          dawdle();
          late.put(message);
        } else if (way == Way.RELEASES_FIRST) {
          ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message).flip();
          reader.release();
          dawdle();
          place.put(copy);
        } else {
          place.put(message);
        }
      }
      if (claimed > 0) {
        writer.publish();
        reader.release();
      }
    }
  }

  /** Waits for room. What was claimed before is published: it may be what fills the ring. */
  private static ByteBuffer claim(MessageWriter writer, int length) {
    @Nullable ByteBuffer place = writer.claim(length);
    while (place == null) {
      writer.publish();
      Thread.onSpinWait();
      place = writer.claim(length);
    }
    return place;
  }

  /** Gives a fault its chance. */
  private void dawdle() {
    if (random.nextInt(64) == 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
