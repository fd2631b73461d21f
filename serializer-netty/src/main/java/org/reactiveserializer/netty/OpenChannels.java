package org.reactiveserializer.netty;

import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The channels that feed a stream, and how far it has ended. All methods may be called by any thread.
 *
 * <p><b>No channel is forgotten.</b> A channel that enters is in the set first, and looks at the state then;
 * who changes the state does so first, and looks at the set then. So the step of the new state is taken by
 * each channel, perhaps twice.
 */
final class OpenChannels<T> {
  /** How far the stream has ended, and the step that each channel takes then. It only goes on. */
  private enum State {
    OPEN,
    FINISHING,
    CLOSED,
    CANCELLED;

    void take(ChannelIntake<?> intake) {
      switch (this) {
        case OPEN -> {}
        case FINISHING -> intake.finish();
        case CLOSED -> intake.endByClose();
        case CANCELLED -> intake.endByCancellation();
      }
    }
  }

  private final int most;
  private final Runnable onEnd;
  private final Set<ChannelIntake<T>> intakes = ConcurrentHashMap.newKeySet();
  private final EventLoops loops = new EventLoops(this::shutDown);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The channels, and one more until the stream is closed. At 0 nothing is emitted any more. */
  private final AtomicInteger open = new AtomicInteger(1);

  private volatile State state = State.OPEN;
  private volatile boolean isCancelled;

  /**
   * Creates a set without channels.
   *
   * @param most how many there may be
   * @param onEnd is run once, when the stream is closed, and all channels have left
   */
  OpenChannels(int most, Runnable onEnd) {
    this.most = most;
    this.onEnd = onEnd;
  }

  /** Returns the channels at the moment. */
  Set<ChannelIntake<T>> all() {
    return intakes;
  }

  EventLoops loops() {
    return loops;
  }

  /** A channel wants to feed the stream. Returns why it must not, or null. By its thread. */
  @Nullable Throwable enter(ChannelIntake<T> intake) {
    int before;
    do {
      before = open.get();
      if (before == 0 || state != State.OPEN) {
        return new ChannelRefusedException("the stream is closed");
      }
      if (before > most) {
        return new ChannelRefusedException(
            "the stream has %d channels already, which is its limit".formatted(most));
      }
    } while (!open.compareAndSet(before, before + 1));
    intake.open(loops.add(intake.origin().channel().eventLoop()));
    intakes.add(intake);
    if (state != State.OPEN) {
      submit(state, intake);
    }
    return null;
  }

  /** A channel is closed, and all that it had is emitted. */
  void leave(ChannelIntake<T> intake) {
    intakes.remove(intake);
    release();
  }

  /** Closes each channel when what has arrived is answered. */
  void finish() {
    end(State.FINISHING);
  }

  /** Closes the channels. */
  void close() {
    end(State.CLOSED);
  }

  /** The subscriber has cancelled; or the stream has completed, and no channel is left. */
  void cancel() {
    isCancelled |= open.get() > 0;
    end(State.CANCELLED);
  }

  private void end(State next) {
    State before = advance(next);
    if (before.compareTo(next) >= 0) {
      return;
    }
    for (ChannelIntake<T> intake : intakes) {
      submit(next, intake);
    }
    if (before == State.OPEN) {
      release();
    }
  }

  /** Returns the state before. */
  private synchronized State advance(State next) {
    State before = state;
    if (before.compareTo(next) < 0) {
      state = next;
    }
    return before;
  }

  private static void submit(State state, ChannelIntake<?> intake) {
    intake.origin().submit(() -> state.take(intake));
  }

  /** An event loop has ended. Its channels are closed, but may hold messages. */
  private void shutDown(EventLoop loop) {
    for (ChannelIntake<T> intake : intakes) {
      if (intake.origin().channel().eventLoop() == loop) {
        intake.endByShutdown();
      }
    }
  }

  private void release() {
    if (open.decrementAndGet() == 0) {
      loops.close();
      ended.countDown();
      onEnd.run();
    }
  }

  /** Returns whether the subscriber has cancelled while there were channels, or there could be some. */
  boolean isCancelled() {
    return isCancelled;
  }

  /** Returns false if the time was up before the stream was closed, and all channels had left. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }
}
