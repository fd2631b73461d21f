package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Aeron alone, over IPC or UDP. The driver runs in the process that reads. */
public abstract class AeronThreadsLink implements Link {
  static final int STREAM = 10;

  private static final String UDP = "aeron:udp?endpoint=127.0.0.1:";
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 1 << 12;
  private static final int FRAGMENTS = 64;

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

  @Override
  public Writer writer(Path directory, Shape shape) {
    Aeron aeron = AeronDriver.connect(directory);
    LongPredicate outlet = outlet(aeron, channel(directory, shape));
    return new ThreadsWriter(shape.threads()) {
      @Override
      boolean write(long first) {
        return outlet.test(first);
      }

      @Override
      public void close() {
        aeron.close();
      }
    };
  }

  /** Returns what sends a message with a first word, and tells whether there was room. */
  abstract LongPredicate outlet(Aeron aeron, String channel);

  /** An exclusive publication, for one thread. */
  static LongPredicate exclusive(Aeron aeron, String channel) {
    ExclusivePublication publication = aeron.addExclusivePublication(channel, STREAM);
    BufferClaim claim = new BufferClaim();
    return first -> publication.tryClaim(Message.LENGTH, claim) > 0 && commit(claim, first);
  }

  private static boolean commit(BufferClaim claim, long first) {
    AgronaFiles.put(claim.buffer(), claim.offset(), first);
    claim.commit();
    return true;
  }

  /** An exclusive publication, for one thread. */
  public static final class Exclusive extends AeronThreadsLink {
    @Override
    LongPredicate outlet(Aeron aeron, String channel) {
      return exclusive(aeron, channel);
    }
  }

  /** A concurrent publication, which all threads share. */
  public static final class Concurrent extends AeronThreadsLink {
    @Override
    LongPredicate outlet(Aeron aeron, String channel) {
      Publication publication = aeron.addPublication(channel, STREAM);
      ThreadLocal<BufferClaim> claims = ThreadLocal.withInitial(BufferClaim::new);
      return first -> {
        BufferClaim claim = claims.get();
        return publication.tryClaim(Message.LENGTH, claim) > 0 && commit(claim, first);
      };
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
        handler =
            (buffer, at, length, header) ->
                check.nextOfThread(AgronaFiles.first(buffer, at, length));
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
