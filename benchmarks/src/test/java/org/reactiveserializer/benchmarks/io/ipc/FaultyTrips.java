package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.file.Path;

/** Round trips with a fault each: an end that answers something else, but to the first message. */
public abstract class FaultyTrips implements Trips {
  /** Answers with another message. */
  public static final class Mistaking extends FaultyTrips {
    @Override
    long received(long number) {
      return number - 1;
    }
  }

  /** Finds that the message is torn. */
  public static final class Tearing extends FaultyTrips {
    @Override
    long received(long number) {
      return TORN;
    }
  }

  abstract long received(long number);

  @Override
  public End answering(Path directory) throws Exception {
    End sound = new AgronaTrips().answering(directory);
    return new End() {
      @Override
      public boolean offer(long number) {
        return sound.offer(number);
      }

      @Override
      public long poll() {
        long number = sound.poll();
        return number > 0 ? received(number) : number;
      }

      @Override
      public void close() throws IOException {
        sound.close();
      }
    };
  }

  @Override
  public End asking(Path directory) throws Exception {
    return new AgronaTrips().asking(directory);
  }
}
