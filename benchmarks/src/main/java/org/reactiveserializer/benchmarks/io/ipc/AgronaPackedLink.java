package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/** Agrona's ring with a whole batch of ints in each message. */
public final class AgronaPackedLink implements Link {
  private static final String NAME = "packed";

  @Override
  public Reader reader(Path directory, Shape shape) {
    // The same memory as for single ints.
    return new PackedReader(AgronaFiles.create(directory, NAME, Integer.BYTES));
  }

  @Override
  public Writer writer(Path directory, Shape shape) {
    return new PackedWriter(AgronaFiles.attach(directory, NAME), shape.batch());
  }

  private static final class PackedReader extends Polling.Reader {
    private final OneToOneRingBuffer ring;
    private @Nullable MessageHandler handler;

    PackedReader(OneToOneRingBuffer ring) {
      this.ring = ring;
    }

    @Override
    void read(Check check) {
      if (handler == null) {
        handler =
            (type, buffer, at, length) -> {
              for (int i = 0; i < length; i += Integer.BYTES) {
                check.next(buffer.getInt(at + i));
              }
            };
      }
      ring.read(handler);
    }

    @Override
    public void close() {} // unmapped with the process
  }

  private static final class PackedWriter extends Polling.Writer {
    private final OneToOneRingBuffer ring;

    PackedWriter(OneToOneRingBuffer ring, int batch) {
      super(batch);
      this.ring = ring;
    }

    @Override
    int write(long first, int count) {
      int at = ring.tryClaim(AgronaFiles.TYPE, Integer.BYTES * count);
      if (at < 0) {
        return 0;
      }
      for (int i = 0; i < count; i++) {
        ring.buffer().putInt(at + Integer.BYTES * i, (int) first + i);
      }
      ring.commit(at);
      return count;
    }

    @Override
    public void close() {} // unmapped with the process
  }
}
