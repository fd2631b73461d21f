package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Two streams of Aeron IPC; the driver runs in the process that answers. */
public final class AeronTrips implements Trips {
  private static final int THERE = 10;
  private static final int BACK = 11;

  @Override
  public End answering(Path directory) {
    return new AeronEnd(new AeronDriver(directory), directory, BACK, THERE);
  }

  @Override
  public End asking(Path directory) {
    return new AeronEnd(null, directory, THERE, BACK);
  }

  private static final class AeronEnd implements End {
    private final @Nullable AeronDriver driver;
    private final Aeron aeron;
    private final Subscription in;
    private final ExclusivePublication out;
    private final BufferClaim claim = new BufferClaim();
    private final FragmentHandler handler;
    private long received;

    AeronEnd(@Nullable AeronDriver driver, Path directory, int outStream, int inStream) {
      this.driver = driver;
      aeron = AeronDriver.connect(directory);
      in = aeron.addSubscription(AeronDriver.CHANNEL, inStream);
      out = aeron.addExclusivePublication(AeronDriver.CHANNEL, outStream);
      handler = (buffer, at, length, header) -> received = AgronaFiles.first(buffer, at, length);
    }

    @Override
    public boolean offer(long number) {
      if (out.tryClaim(Message.LENGTH, claim) < 0) {
        return false;
      }
      AgronaFiles.put(claim.buffer(), claim.offset(), number);
      claim.commit();
      return true;
    }

    @Override
    public long poll() {
      return in.poll(handler, 1) == 0 ? NONE : received;
    }

    @Override
    public void close() {
      aeron.close();
      if (driver != null) {
        driver.close();
      }
    }
  }
}
