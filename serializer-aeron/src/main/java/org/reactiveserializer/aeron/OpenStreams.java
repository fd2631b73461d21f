package org.reactiveserializer.aeron;

import io.aeron.exceptions.AeronException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The streams of a node, which end before the memory of its client is unmapped. By any thread. */
final class OpenStreams {
  /** A thread that takes longer does not come back from what the user has given to its stream. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final long LOOK_NANOS = 100_000;

  private final List<OpenStream> streams = new ArrayList<>(); // guarded by this
  private boolean isEnding; // guarded by this
  private volatile @Nullable Throwable clientFailure;

  /**
   * A stream.
   *
   * @param thread its own one
   * @param end ends it, and returns at once
   * @param isClosed returns whether nobody uses its memory any more
   */
  private record OpenStream(Thread thread, Runnable end, BooleanSupplier isClosed) {
    /** Its own thread closes the node, or will not begin to use its memory. */
    boolean needsNoWait() {
      return thread == Thread.currentThread() || thread.getState() == Thread.State.NEW;
    }
  }

  /** The error handler of the client, which closes what is open, and then says why. */
  void clientFailed(Throwable error) {
    if (error instanceof AeronException failure && endsClient(failure)) {
      clientFailure = failure;
    }
    Log.CLIENT.accept(error);
  }

  /** All timeouts are fatal. What Aeron finds else, for example the heartbeat of another one, has no class of its own. */
  private static boolean endsClient(AeronException failure) {
    return failure.category() == AeronException.Category.FATAL
        || failure.getClass() == AeronException.class;
  }

  /** Returns why Aeron has ended the client, as far as that is known. */
  @Nullable Throwable clientFailure() {
    return clientFailure;
  }

  /** Adds a stream that was opened; if it comes too late, it ends. */
  void add(Thread thread, Runnable end, BooleanSupplier isClosed) {
    if (!isAdded(new OpenStream(thread, end, isClosed))) {
      end.run();
    }
  }

  private synchronized boolean isAdded(OpenStream stream) {
    if (!isEnding) {
      forgetClosed();
      streams.add(stream);
    }
    return !isEnding;
  }

  private void forgetClosed() {
    streams.removeIf(stream -> stream.isClosed.getAsBoolean());
  }

  /** Ends all, and waits until no other thread uses their memory. Returns false, and logs, if that takes too long. */
  boolean endAll() {
    begin().forEach(stream -> stream.end.run());
    long start = System.nanoTime();
    boolean isInterrupted = false;
    while (areUsed() && System.nanoTime() - start < LIMIT.toNanos()) {
      LockSupport.parkNanos(LOOK_NANOS);
      isInterrupted |= Thread.interrupted(); // or else no later park would wait
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    boolean isUnused = !areUsed();
    if (!isUnused) {
      Log.CLIENT.accept(
          new IllegalStateException(
              "the client is left open, since threads of its streams did not end within "
                  + LIMIT
                  + ": without its memory the virtual machine would crash"));
    }
    return isUnused;
  }

  private synchronized List<OpenStream> begin() {
    isEnding = true;
    return List.copyOf(streams);
  }

  private synchronized boolean areUsed() {
    forgetClosed();
    return !streams.stream().allMatch(OpenStream::needsNoWait);
  }
}
