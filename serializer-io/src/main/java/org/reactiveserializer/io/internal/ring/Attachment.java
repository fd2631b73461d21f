package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.ring.Peer;
import org.reactiveserializer.io.ring.RingException;
import org.reactiveserializer.io.ring.TruncatedRingException;

/**
 * One side of a ring, as this process has it: the lock, the mapped file, and this side's block in
 * the header. It watches the peer. Any thread may call its methods.
 *
 * <p><b>Invariants.</b>
 *
 * <ol>
 *   <li>A side stores the state {@code ABSENT}, then its epoch, one greater than before, then
 *       {@code OPEN}; at the end {@code CLOSED} or {@code FAILED}. All with release. So a state
 *       that is read between two reads of the same epoch belongs to that epoch, unless it is
 *       {@code ABSENT}.
 *   <li>A side holds its lock while its state is {@code OPEN}: it takes the lock before, and
 *       releases it after. So a peer that finds the lock free, and before and after that the same
 *       epoch and {@code OPEN}, knows that the process died. The same holds for {@code ABSENT} with
 *       an epoch that is not zero: the process died while it attached; the end of the one before it
 *       may not have been signalled.
 *   <li>While a side has its lock, its epoch in the file is its own. A process can lose its locks,
 *       as {@link SharedFile} says. If another epoch is found, a successor is there, and nothing is
 *       stored in this block any more. The end stores its index until it looks at {@link #fault}.
 * </ol>
 */
public final class Attachment implements Heartbeats.Heart {
  /** The absolute name of the file. */
  public final Path name;

  /** Which side this is. */
  public final Side side;

  private final Header header;
  private final SharedFile file;
  private final FileLock lock;

  /** The file as it is mapped. */
  public final ByteBuffer memory;

  private final PeerWatch peer;
  private final OwnBlock own;

  private volatile @Nullable RingException fault;

  private boolean closed; // guarded by this

  /** To be called with the lock held, and all checked that never changes. */
  Attachment(
      Path name,
      Side side,
      Header header,
      SharedFile file,
      FileLock lock,
      ByteBuffer memory,
      HangWatch watch) {
    this.name = name;
    this.side = side;
    this.header = header;
    this.file = file;
    this.lock = lock;
    this.memory = memory;
    peer = new PeerWatch(name, side, header, file, memory, watch);
    own = new OwnBlock(name, side, header, memory);
  }

  /**
   * Shows the peer that this side is here. If that fails, nothing of this side is left in the
   * heartbeats.
   */
  synchronized void announce() {
    MemoryFaults.report();
    // First: if there is no thread for it, this side must not seem to be open.
    Heartbeats.SHARED.add(this);
    try {
      own.open();
      MemoryFaults.report();
    } catch (Throwable failed) {
      closed = true;
      Heartbeats.SHARED.remove(this);
      throw failed;
    }
  }

  /**
   * Counts up the heartbeat, which nobody else writes while this side has its lock. Looks at the
   * size of the file, too: compiled code may notice an access to a page that does not exist any
   * more much later. And looks whether the file was extended again after that, and whether a
   * successor is there, because the lock was lost.
   */
  @Override
  public synchronized void beat() throws IOException {
    if (closed || fault != null) {
      return;
    }
    peer.beat();
    long size = file.sizeOfUninterrupted();
    if (size < header.fileSize()) {
      fault = Faults.truncated(name, size, header);
      return;
    }
    RingException found = header.findExtension(name, memory);
    if (found == null && !own.isOurs()) {
      found = Faults.lockLost(name, side, own.holder());
    }
    MemoryFaults.report(); // or else it could be what was read of a page that is gone
    fault = found;
    if (found == null) {
      own.countHeartbeat();
    }
  }

  /** Returns how the other side is. */
  public synchronized Peer peer() {
    Peer peer =
        look(
            watch -> {
              MemoryFaults.report();
              return watch.peer();
            });
    return Objects.requireNonNull(peer);
  }

  /** See {@link PeerWatch#newEnd}. */
  public synchronized @Nullable Peer newEnd(boolean probing) {
    return look(watch -> watch.newEnd(probing));
  }

  /** See {@link PeerWatch#checkName}. */
  public synchronized void checkName() {
    look(
        watch -> {
          watch.checkName();
          return null;
        });
  }

  private @Nullable Peer look(Look look) {
    checkOpen();
    try {
      return look.at(peer);
    } catch (InternalError thrown) {
      RingException found = diagnose(thrown);
      if (found instanceof TruncatedRingException) {
        // The next look must not depend on whether compiled code notices the fault in time.
        fault = found;
      }
      throw found;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private interface Look {
    @Nullable Peer at(PeerWatch watch) throws IOException;
  }

  /**
   * Notes in the file that the end which was found last was signalled, so that it is signalled
   * once.
   */
  public synchronized void noteEnd() {
    if (!closed) {
      look(
          watch -> {
            watch.noteEnd();
            MemoryFaults.report();
            return null;
          });
    }
  }

  /** Notes the end of a peer that is gone at present, if there was one. */
  public synchronized void noteEarlierEnd() {
    Peer end = newEnd(true);
    checkName();
    if (end != null && end != Peer.HUNG) {
      noteEnd();
    }
  }

  /**
   * Closes this side. A second call does nothing.
   *
   * @param failed whether to show the peer a failure
   */
  public void close(boolean failed) {
    MemoryFaults.forget();
    if (markClosed()) {
      Heartbeats.SHARED.remove(this);
      try {
        showEnd(failed ? Layout.FAILED : Layout.CLOSED);
        MemoryFaults.forget();
      } finally {
        release();
      }
    }
  }

  private void release() {
    try {
      try {
        file.unlock(side, lock);
      } finally {
        file.leave();
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  private synchronized boolean markClosed() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  private void showEnd(int state) {
    try {
      if (findTruncation() == null) {
        own.end(state);
      }
    } catch (InternalError truncated) {
      // Nobody can read it.
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the " + this + " is closed");
    }
    RingException found = fault;
    if (found != null) {
      throw found;
    }
  }

  /** Returns what a fault in mapped memory means; throws it if it is another error. */
  public RingException diagnose(InternalError fault) {
    return Faults.diagnosis(file, name, header, fault);
  }

  /** Returns what is wrong if the file is too short, or {@link #fault} is not null; else null. */
  public @Nullable RingException findTruncation() {
    RingException found = fault;
    return found != null ? found : Faults.findTruncation(file, name, header);
  }

  /** Returns what a heartbeat or a look at the peer has found wrong with the file or the lock; else null. */
  public @Nullable RingException fault() {
    return fault;
  }

  /** Returns how many times this side was attached in the life of the file, this time included. */
  public long epoch() {
    return own.epoch;
  }

  /**
   * Returns the index of this side as it was when it was checked. What the file says now may be
   * nonsense.
   */
  public long index() {
    return own.index;
  }

  /** Returns the power of two of which indices are multiples. */
  public int alignment() {
    return header.kind().alignment;
  }

  /** Returns how many ints, or bytes of records, fit into the ring. */
  public int steps() {
    return header.steps();
  }

  /** Returns for example "writer of" and the name of the file. */
  @Override
  public String toString() {
    return side + " of " + name;
  }
}
