package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.MessageReader;
import org.reactiveserializer.io.ring.MessageRing;
import org.reactiveserializer.io.ring.MessageWriter;

/** The ends of this library's ring of messages. */
final class RingMessages {
  private static final int MOST = 64;

  private RingMessages() {}

  /** Writes one message at a time, in place. */
  static final class OneWriter extends Polling.Writer {
    private final MessageWriter ring;

    OneWriter(MessageRing ring) throws IOException {
      super(1);
      this.ring = ring.writer();
    }

    @Override
    int write(long first, int count) {
      ByteBuffer place = ring.claim(Message.LENGTH);
      if (place == null) {
        return 0;
      }
      Message.put(place, place.position(), first);
      ring.publish();
      return 1;
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Reads the messages that there are, up to a bound, as the readers of Agrona and Aeron do. */
  static final class RunReader extends Polling.Reader {
    private final MessageReader ring;
    private @Nullable Consumer<ByteBuffer> consumer;

    RunReader(MessageRing ring) throws IOException {
      this.ring = ring.reader();
    }

    @Override
    void read(Check check) {
      Consumer<ByteBuffer> each = consumer;
      if (each == null) {
        each =
            message ->
                check.nextMessage(Message.first(message, message.position(), message.remaining()));
        consumer = each;
      }
      ring.drain(each, MOST);
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Writes a batch of messages in place, and publishes it once. */
  static final class BatchWriter extends Polling.Writer {
    private final MessageWriter ring;

    BatchWriter(MessageRing ring, int batch) throws IOException {
      super(batch);
      this.ring = ring.writer();
    }

    @Override
    int write(long first, int count) {
      int written = 0;
      while (written < count) {
        ByteBuffer place = ring.claim(Message.LENGTH);
        if (place == null) {
          break;
        }
        Message.put(place, place.position(), first + written);
        written++;
      }
      ring.publish();
      return written;
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Reads a batch of messages in place, and releases it once. */
  static final class BatchReader extends Polling.Reader {
    private final MessageReader ring;
    private final int batch;

    BatchReader(MessageRing ring, int batch) throws IOException {
      this.ring = ring.reader();
      this.batch = batch;
    }

    @Override
    void read(Check check) {
      for (int i = 0; i < batch; i++) {
        ByteBuffer message = ring.next();
        if (message == null) {
          break;
        }
        check.nextMessage(Message.first(message, message.position(), message.remaining()));
      }
      ring.release();
    }

    @Override
    public void close() {
      ring.close();
    }
  }
}
