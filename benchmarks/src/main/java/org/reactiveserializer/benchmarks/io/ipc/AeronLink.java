package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Aeron IPC, whose driver runs in the process that reads. */
public final class AeronLink implements Link {
  private static final int STREAM = 10;
  private static final int FRAGMENTS = 64;

  @Override
  public Reader reader(Path directory, Shape shape) {
    return new AeronReader(directory);
  }

  @Override
  public Writer writer(Path directory, Shape shape) {
    return new AeronWriter(directory);
  }

  private static final class AeronReader extends Polling.Reader {
    private final AeronDriver driver;
    private final Aeron aeron;
    private final Subscription subscription;
    private @Nullable FragmentHandler handler;

    AeronReader(Path directory) {
      driver = new AeronDriver(directory);
      aeron = AeronDriver.connect(directory);
      subscription = aeron.addSubscription(AeronDriver.CHANNEL, STREAM);
    }

    @Override
    void read(Check check) {
      if (handler == null) {
        handler = (buffer, at, length, header) -> AgronaFiles.check(buffer, at, length, check);
      }
      subscription.poll(handler, FRAGMENTS);
    }

    @Override
    public void close() {
      aeron.close();
      driver.close();
    }
  }

  private static final class AeronWriter extends Polling.Writer {
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final BufferClaim claim = new BufferClaim();

    AeronWriter(Path directory) {
      super(1);
      aeron = AeronDriver.connect(directory);
      publication = aeron.addExclusivePublication(AeronDriver.CHANNEL, STREAM);
    }

    @Override
    int write(long first, int count) {
      if (publication.tryClaim(Message.LENGTH, claim) < 0) {
        return 0;
      }
      AgronaFiles.put(claim.buffer(), claim.offset(), first);
      claim.commit();
      return 1;
    }

    @Override
    public void close() {
      aeron.close();
    }
  }
}
