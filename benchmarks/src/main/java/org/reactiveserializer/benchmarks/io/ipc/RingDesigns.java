package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.reactiveserializer.io.ring.MessageReader;
import org.reactiveserializer.io.ring.MessageRing;
import org.reactiveserializer.io.ring.MessageWriter;

/** Other ways to use a ring of messages one by one: what a user could write. */
public final class RingDesigns {
  private static final int MOST = 64;
  private static final int HINTS = 64;

  private RingDesigns() {}

  private static MessageRing ring(Path directory) throws IOException {
    return RingLink.messages(directory);
  }

  private abstract static class Bare implements Link {
    private final RingLink bare = new RingLink();

    @Override
    public Reader reader(Path directory, Shape shape) throws IOException {
      return bare.reader(directory, shape);
    }

    @Override
    public Writer writer(Path directory, Shape shape) throws IOException {
      return bare.writer(directory, shape);
    }
  }

  private abstract static class RingReader extends Polling.Reader {
    final MessageReader ring;

    RingReader(Path directory) throws IOException {
      ring = ring(directory).reader();
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Each message is made in memory of the process, and copied by {@code offer}: by fewer, wider stores. */
  public static final class Copied extends Bare {
    @Override
    public Writer writer(Path directory, Shape shape) throws IOException {
      MessageWriter ring = ring(directory).writer();
      ByteBuffer message = ByteBuffer.allocateDirect(Message.LENGTH).order(ByteOrder.nativeOrder());
      return new Polling.Writer(1) {
        @Override
        int write(long first, int count) {
          Message.put(message, 0, first);
          return ring.offer(message) ? 1 : 0;
        }

        @Override
        public void close() {
          ring.close();
        }
      };
    }
  }

  /** The reader pauses each time when it has drained the ring. */
  public static final class Paused extends Bare {
    @Override
    public Reader reader(Path directory, Shape shape) throws IOException {
      return new RingReader(directory) {
        @Override
        void read(Check check) {
          int n = ring.drain(each -> check.next(each, each.position(), each.remaining()), MOST);
          for (int i = n > 0 && n < MOST ? HINTS : 0; i > 0; i--) {
            Thread.onSpinWait();
          }
        }
      };
    }
  }

  /** The reader releases each message by itself. */
  public static final class Released extends Bare {
    @Override
    public Reader reader(Path directory, Shape shape) throws IOException {
      return new RingReader(directory) {
        @Override
        void read(Check check) {
          for (int i = 0; i < MOST; i++) {
            ByteBuffer message = ring.next();
            if (message == null) {
              break;
            }
            check.next(message, message.position(), message.remaining());
            ring.release();
          }
        }
      };
    }
  }
}
