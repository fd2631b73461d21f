package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Agrona's ring for one writer and one reader. It reads as many messages as there are; it has no
 * batches to write.
 */
public final class AgronaLink implements Link {
  static final String NAME = "agrona";

  @Override
  public Reader reader(Path directory, Shape shape) {
    boolean isInts = shape.items() == Items.INTS;
    OneToOneRingBuffer ring =
        AgronaFiles.create(directory, NAME, isInts ? Integer.BYTES : Message.LENGTH);
    return new RingReader(ring, isInts);
  }

  @Override
  public Writer writer(Path directory, Shape shape) {
    OneToOneRingBuffer ring = AgronaFiles.attach(directory, NAME);
    return shape.items() == Items.INTS ? new IntWriter(ring) : new MessageWriter(ring);
  }

  private static final class RingReader extends Polling.Reader {
    private final OneToOneRingBuffer ring;
    private final boolean isInts;
    private @Nullable MessageHandler handler;

    RingReader(OneToOneRingBuffer ring, boolean isInts) {
      this.ring = ring;
      this.isInts = isInts;
    }

    @Override
    void read(Check check) {
      if (handler == null) {
        handler = isInts ? ints(check) : messages(check);
      }
      ring.read(handler);
    }

    private static MessageHandler ints(Check check) {
      return (type, buffer, at, length) -> check.next(buffer.getInt(at));
    }

    private static MessageHandler messages(Check check) {
      return (type, buffer, at, length) -> check.nextMessage(AgronaFiles.first(buffer, at, length));
    }

    @Override
    public void close() {} // unmapped with the process
  }

  private static final class IntWriter extends Polling.Writer {
    private final OneToOneRingBuffer ring;

    IntWriter(OneToOneRingBuffer ring) {
      super(1);
      this.ring = ring;
    }

    @Override
    int write(long first, int count) {
      int at = ring.tryClaim(AgronaFiles.TYPE, Integer.BYTES);
      if (at < 0) {
        return 0;
      }
      ring.buffer().putInt(at, (int) first);
      ring.commit(at);
      return 1;
    }

    @Override
    public void close() {} // unmapped with the process
  }

  private static final class MessageWriter extends Polling.Writer {
    private final OneToOneRingBuffer ring;

    MessageWriter(OneToOneRingBuffer ring) {
      super(1);
      this.ring = ring;
    }

    @Override
    int write(long first, int count) {
      int at = ring.tryClaim(AgronaFiles.TYPE, Message.LENGTH);
      if (at < 0) {
        return 0;
      }
      AgronaFiles.put(ring.buffer(), at, first);
      ring.commit(at);
      return 1;
    }

    @Override
    public void close() {} // unmapped with the process
  }
}
