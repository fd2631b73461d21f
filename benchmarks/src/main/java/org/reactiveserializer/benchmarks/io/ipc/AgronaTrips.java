package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/** Two rings of Agrona. */
public final class AgronaTrips implements Trips {
  @Override
  public End answering(Path directory) {
    OneToOneRingBuffer there = AgronaFiles.create(directory, "there", Message.LENGTH);
    return new AgronaEnd(AgronaFiles.create(directory, "back", Message.LENGTH), there);
  }

  @Override
  public End asking(Path directory) {
    return new AgronaEnd(
        AgronaFiles.attach(directory, "there"), AgronaFiles.attach(directory, "back"));
  }

  private static final class AgronaEnd implements End {
    private final OneToOneRingBuffer out;
    private final OneToOneRingBuffer in;
    private final MessageHandler handler;
    private long received;

    AgronaEnd(OneToOneRingBuffer out, OneToOneRingBuffer in) {
      this.out = out;
      this.in = in;
      handler = (type, buffer, at, length) -> received = AgronaFiles.first(buffer, at, length);
    }

    @Override
    public boolean offer(long number) {
      int at = out.tryClaim(AgronaFiles.TYPE, Message.LENGTH);
      if (at < 0) {
        return false;
      }
      AgronaFiles.put(out.buffer(), at, number);
      out.commit(at);
      return true;
    }

    @Override
    public long poll() {
      return in.read(handler, 1) == 0 ? NONE : received;
    }

    @Override
    public void close() {} // unmapped with the process
  }
}
