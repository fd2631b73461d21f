package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Aeron alone, over IPC or UDP. The driver runs in the process that reads. */
public abstract class AeronThreadsLink implements Link {
  static final int STREAM = 10;

  private static final String UDP = "aeron:udp?endpoint=127.0.0.1:";
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 1 << 12;
  private static final int FRAGMENTS = 64;

  private AeronThreadsLink() {}

  /** Over UDP, other runs at the same time have another port: it is made of the directory's name. */
  static String channel(Path directory, Shape shape) {
    return shape.items() == Items.MESSAGES
        ? AeronDriver.CHANNEL
        : UDP + (FIRST_PORT + (directory.toString().hashCode() & PORTS - 1));
  }

  @Override
  public Reader reader(Path directory, Shape shape) {
    return new AeronReader(directory, channel(directory, shape));
  }

  /** An exclusive publication, for one thread. */
  public static final class Exclusive extends AeronThreadsLink {
    @Override
    public Writer writer(Path directory, Shape shape) {
      Aeron aeron = AeronDriver.connect(directory);
      ExclusivePublication publication = aeron.addExclusivePublication(channel(directory, shape), STREAM);
      BufferClaim claim = new BufferClaim();
      return new AeronWriter(aeron, shape.threads()) {
        @Override
        boolean write(long first) {
          return publication.tryClaim(Message.LENGTH, claim) > 0 && commit(claim, first);
        }
      };
    }
  }

  /** A concurrent publication, which all threads share. */
  public static final class Concurrent extends AeronThreadsLink {
    @Override
    public Writer writer(Path directory, Shape shape) {
      Aeron aeron = AeronDriver.connect(directory);
      Publication publication = aeron.addPublication(channel(directory, shape), STREAM);
      ThreadLocal<BufferClaim> claims = ThreadLocal.withInitial(BufferClaim::new);
      return new AeronWriter(aeron, shape.threads()) {
        @Override
        boolean write(long first) {
          BufferClaim claim = claims.get();
          return publication.tryClaim(Message.LENGTH, claim) > 0 && commit(claim, first);
        }
      };
    }
  }

  private abstract static class AeronWriter extends ThreadsWriter {
    private final Aeron aeron;

    AeronWriter(Aeron aeron, int threads) {
      super(threads);
      this.aeron = aeron;
    }

    static boolean commit(BufferClaim claim, long first) {
      AgronaFiles.put(claim.buffer(), claim.offset(), first);
      claim.commit();
      return true;
    }

    @Override
    public void close() {
      aeron.close();
    }
  }

  private static final class AeronReader extends Polling.Reader {
    private final AeronDriver driver;
    private final Aeron aeron;
    private final Subscription subscription;
    private @Nullable FragmentHandler handler;

    AeronReader(Path directory, String channel) {
      driver = new AeronDriver(directory);
      aeron = AeronDriver.connect(directory);
      subscription = aeron.addSubscription(channel, STREAM);
    }

    @Override
    void read(Check check) {
      if (handler == null) {
        handler = (buffer, at, length, header) -> AgronaFiles.checkOfThread(buffer, at, length, check);
      }
      subscription.poll(handler, FRAGMENTS);
    }

    @Override
    public void close() {
      aeron.close();
      driver.close();
    }
  }
}
