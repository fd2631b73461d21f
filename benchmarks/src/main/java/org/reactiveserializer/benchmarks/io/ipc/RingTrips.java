package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.reactiveserializer.io.ring.MessageReader;
import org.reactiveserializer.io.ring.MessageRing;
import org.reactiveserializer.io.ring.MessageWriter;

/** Two of this library's rings. */
public final class RingTrips implements Trips {
  private static final int CAPACITY = 1 << 16;

  @Override
  public End answering(Path directory) throws IOException {
    return new RingEnd(ring(directory, "back"), ring(directory, "there"));
  }

  @Override
  public End asking(Path directory) throws IOException {
    return new RingEnd(ring(directory, "there"), ring(directory, "back"));
  }

  private static MessageRing ring(Path directory, String name) throws IOException {
    return MessageRing.createOrAttach(directory.resolve(name), CAPACITY);
  }

  private static final class RingEnd implements End {
    private final MessageWriter writer;
    private final MessageReader reader;

    RingEnd(MessageRing out, MessageRing in) throws IOException {
      writer = out.writer();
      reader = in.reader();
    }

    @Override
    public boolean offer(long number) {
      ByteBuffer place = writer.claim(Message.LENGTH);
      if (place == null) {
        return false;
      }
      Message.put(place, place.position(), number);
      writer.publish();
      return true;
    }

    @Override
    public long poll() {
      ByteBuffer message = reader.next();
      if (message == null) {
        return NONE;
      }
      long number = Message.first(message, message.position(), message.remaining());
      reader.release();
      return number;
    }

    @Override
    public void close() {
      writer.close();
      reader.close();
    }
  }
}
