package org.reactiveserializer.io.ring;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to use the writer of a stream into a ring, and the number of items that are expected.
 *
 * <p><b>Who may use the writer.</b> The state says it:
 *
 * <ul>
 *   <li>{@code WATCHING}: the stream's thread. Nothing is requested, and the thread waits for room;
 *       or the stream must end, and items that are emitted nevertheless are ignored (§2.8).
 *   <li>{@code EXPECTING}: nobody. Items are requested. The thread only watches the reader.
 *   <li>{@code WRITING}: the thread that called {@link #emit}.
 *   <li>{@code FLUSHING}: the stream's thread. Items are requested. It writes items that wait, because
 *       one was larger than the room that was made for it.
 * </ul>
 *
 * <p>Each change is by compare-and-set, or by the thread that may use the writer; so no two threads
 * use it at the same time, and each sees what the one before has done.
 *
 * <p><b>Every wait ends.</b> An item that is emitted while the writer is {@code FLUSHING} waits
 * behind the others. Whoever leaves an item to wait wakes the stream's thread afterwards. That thread
 * looks at what waits, and while something does, it looks again after a pause. A thread that leaves
 * the writer while nothing is expected wakes it, too: it may have come and found the writer taken.
 *
 * <p><b>Nothing is requested twice.</b> While items are expected, only a thread that emits requests
 * more. The state is {@code EXPECTING} with nothing expected only if the last item was left to wait;
 * from then on nothing is emitted until the stream's thread has requested.
 */
class WriterRight<T> {
  static final int WATCHING = 0;
  static final int EXPECTING = 1;
  private static final int WRITING = 2;
  private static final int FLUSHING = 3;

  final AtomicInteger state = new AtomicInteger(WATCHING);

  /**
   * Requested and not emitted. Written by the thread that emits; while none may, by the stream's
   * thread.
   */
  final AtomicInteger outstanding = new AtomicInteger();

  private final RingSink<T> sink;
  private final Stream stream;
  private int granted; // outstanding after the last request; written as that

  WriterRight(RingSink<T> sink, Stream stream) {
    this.sink = sink;
    this.stream = stream;
  }

  /** The stream into the ring. All methods may be called by any thread. */
  interface Stream {
    /** Requests items of the upstream. */
    void request(int n);

    /** Returns whether the stream must end. */
    boolean isEnding();

    /** Ends the stream, because something is broken. */
    void broken(Throwable cause);

    /** Lets the stream's thread look for work. */
    void wake();
  }

  /** Writes an item, or lets it wait. By a thread of the upstream, which emits one at a time. */
  final void emit(T item) {
    try {
      int seen = state.compareAndExchange(EXPECTING, WRITING);
      if (seen == EXPECTING) {
        write(item, outstanding.get() - 1);
      } else if (seen == FLUSHING) {
        letWait(item, outstanding.get() - 1);
      } else if (!stream
          .isEnding()) { // or else it may have been emitted before a cancellation (§2.8)
        stream.broken(withoutDemand());
      }
    } catch (Throwable broken) { // a fault of the ring's memory may be reported anywhere
      try {
        stream.broken(broken);
      } finally { // not before: the next thread must find that the stream ends
        state.compareAndSet(
            WRITING, WATCHING); // nobody else writes: one item is emitted at a time (§1.3)
      }
    }
  }

  private static IllegalStateException withoutDemand() {
    return new IllegalStateException(
        "an item was emitted without demand (§1.1), or while another one was (§1.3)");
  }

  private static void checkDemand(int left) {
    if (left < 0) {
      throw withoutDemand();
    }
  }

  private void letWait(T item, int left) {
    checkDemand(left);
    sink.letWait(item);
    outstanding.set(left);
    stream.wake();
  }

  /** With the writer: writes an item, and requests more. */
  private void write(T item, int left) {
    checkDemand(left);
    int more = 0;
    boolean all = sink.write(item);
    if (all && left <= granted >> 2 && !stream.isEnding()) { // or else it would never end
      more = Math.max(0, sink.room() - left);
    }
    if (more > 0) {
      granted = left + more;
    }
    leave(left + more);
    if (more > 0) {
      stream.request(more);
    } else if (!all || left == 0) {
      stream.wake();
    }
  }

  /**
   * Leaves the writer. Another thread may use it from the change of the state on. Release is enough:
   * nobody waits for this change, unless it is woken afterwards. And the next item is emitted after
   * this one.
   */
  void leave(int expected) {
    outstanding.setRelease(expected);
    state.setRelease(expected == 0 ? WATCHING : EXPECTING);
  }

  /**
   * Takes the writer, if nothing is expected, or the stream must end. This and the methods that
   * follow are for the stream's thread.
   */
  final boolean take(boolean ending) {
    if (state.get() == WATCHING) {
      return true;
    }
    return (ending || outstanding.get() == 0) && state.compareAndSet(EXPECTING, WATCHING);
  }

  /** With the writer: requests what there is room for, and returns whether there is any. */
  final boolean expect() {
    int room;
    try {
      room = sink.flush() ? sink.room() : 0;
    } catch (Throwable broken) {
      stream.broken(broken);
      return false;
    }
    if (room > 0) {
      granted = room;
      outstanding.set(room);
      state.set(EXPECTING);
      stream.request(room);
    }
    return room > 0;
  }

  /** With the writer: writes what there is room for, and returns whether that is all that waits. */
  final boolean writeRest() {
    try {
      return sink.flush();
    } catch (Throwable broken) {
      stream.broken(broken);
      return false;
    }
  }

  /** Without the writer: writes what waits, and returns whether something did. */
  final boolean helpWaiting() {
    boolean waiting = sink.hasWaiting();
    if (waiting && state.compareAndSet(EXPECTING, FLUSHING)) {
      try {
        writeRest();
      } finally { // a fault of the ring's memory may be reported late
        state.set(EXPECTING);
      }
    }
    return waiting;
  }
}
