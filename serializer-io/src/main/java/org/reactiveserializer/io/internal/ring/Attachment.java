package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.Peer;
import org.reactiveserializer.io.ring.ReplacedRingException;
import org.reactiveserializer.io.ring.RingException;

/**
 * One side of a ring, as this process has it: the lock, the mapped file, and this side's block in the
 * header. It watches the peer. Any thread may call its methods.
 *
 * <p><b>Invariants.</b>
 *
 * <ol>
 *   <li>A side stores the state {@code ABSENT}, then its epoch, one greater than before, then {@code OPEN};
 *       at the end {@code CLOSED} or {@code FAILED}. All with release. So a state that is read between two
 *       reads of the same epoch belongs to that epoch, unless it is {@code ABSENT}.
 *   <li>A side holds its lock while its state is {@code OPEN}: it takes the lock before, and releases it
 *       after. So a peer that finds the lock free, and before and after that the same epoch and {@code OPEN},
 *       knows that the process died.
 * </ol>
 */
public final class Attachment {
  private final Path name;
  private final Side side;
  private final Header header;
  private final SharedFile file;
  private final FileLock lock;
  private final Mapping mapping;
  private final HangWatch watch;
  private final long epoch;

  private volatile @Nullable RingException truncation;

  // Guarded by this.
  private long endOf; // the epoch of the peer whose end was found last
  private boolean closed;
  private boolean unmapped;

  /** To be called with the lock held, and everything checked. */
  Attachment(
      Path name,
      Side side,
      Header header,
      SharedFile file,
      FileLock lock,
      Mapping mapping,
      HangWatch watch) {
    this.name = name;
    this.side = side;
    this.header = header;
    this.file = file;
    this.lock = lock;
    this.mapping = mapping;
    this.watch = watch;
    epoch = Layout.acquireLong(mapping.memory, side.epoch) + 1;
  }

  /** Shows the peer that this side is here. */
  synchronized void announce() {
    ByteBuffer memory = mapping.memory;
    Layout.releaseInt(memory, side.state, Layout.ABSENT);
    Layout.releaseLong(memory, side.pid, ProcessHandle.current().pid());
    Layout.releaseLong(memory, side.epoch, epoch);
    Layout.releaseInt(memory, side.state, Layout.OPEN);
    Heartbeats.add(this);
  }

  /**
   * Counts up the heartbeat, which nobody else writes while this side has its lock. Looks at the size of the
   * file, too: compiled code may notice an access to a page that does not exist any more much later.
   */
  synchronized void beat() throws IOException {
    if (!closed && truncation == null) {
      long size = file.sizeOfUninterrupted();
      if (size < header.fileSize()) {
        truncation = Faults.truncated(name, size, header);
        return;
      }
      ByteBuffer memory = mapping.memory;
      Layout.releaseLong(
          memory, side.heartbeat, Layout.acquireLong(memory, side.heartbeat) + 1);
    }
  }

  /** Returns how the other side is. */
  public synchronized Peer peer() {
    checkOpen();
    try {
      while (true) {
        long before = peerEpoch();
        Peer peer = look(before, true);
        if (before == peerEpoch()) {
          if (peer == Peer.ABSENT || peer == Peer.DEAD) {
            checkName();
          }
          return peer;
        }
      }
    } catch (InternalError fault) {
      throw diagnose(fault);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Returns how the other side ended, if that was not {@linkplain #noteEnd noted}; {@code HUNG} if it hangs;
   * else null.
   *
   * @param probing whether to find out if it is dead or hangs, which needs calls of the system
   */
  public synchronized @Nullable Peer newEnd(boolean probing) {
    checkOpen();
    try {
      long before = peerEpoch();
      if (before == Layout.acquireLong(mapping.memory, side.notedEnd)) {
        if (probing) {
          checkName();
        }
        return null;
      }
      Peer peer = look(before, probing);
      if (before != peerEpoch() || peer == Peer.ALIVE) {
        return null;
      }
      if (probing && (peer == Peer.ABSENT || peer == Peer.DEAD)) {
        checkName();
      }
      endOf = before;
      return peer == Peer.ABSENT ? null : peer;
    } catch (InternalError fault) {
      throw diagnose(fault);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Notes in the file that the end which was found last was signalled, so that it is signalled once. */
  public synchronized void noteEnd() {
    if (!closed) {
      Layout.releaseLong(mapping.memory, side.notedEnd, endOf);
    }
  }

  /** Notes the end of a peer that is gone at present, if there was one. */
  public synchronized void noteEarlierEnd() {
    Peer end = newEnd(true);
    if (end != null && end != Peer.HUNG) {
      noteEnd();
    }
  }

  /** Returns how the peer of an epoch is. The answer counts if its epoch is the same after that. */
  private Peer look(long peerEpoch, boolean probing) throws IOException {
    Side peer = side.other();
    Peer state = peerState();
    if (state != Peer.ALIVE || !probing) {
      return state;
    }
    if (file.isLocked(peer)) {
      long beat = Layout.acquireLong(mapping.memory, peer.heartbeat);
      return file.isOwn(peer) || watch.isAlive(peerEpoch, beat) ? Peer.ALIVE : Peer.HUNG;
    }
    Peer after = peerState();
    return after == Peer.ALIVE ? Peer.DEAD : after;
  }

  private Peer peerState() {
    return switch (Layout.acquireInt(mapping.memory, side.other().state)) {
      case Layout.OPEN -> Peer.ALIVE;
      case Layout.CLOSED -> Peer.CLOSED;
      case Layout.FAILED -> Peer.FAILED;
      default -> Peer.ABSENT;
    };
  }

  private long peerEpoch() {
    return Layout.acquireLong(mapping.memory, side.other().epoch);
  }

  /** A successor of the peer will open the file by its name; so the name must still be that of our file. */
  private void checkName() throws IOException {
    String event;
    try {
      if (file.isNamed(name)) {
        return;
      }
      event = "replaced by another file";
    } catch (NoSuchFileException gone) {
      event = "deleted";
    }
    throw new ReplacedRingException(
        "%s was %s, so no %s can attach to the ring %016x that this process has. Attach again"
            .formatted(name, event, side.other(), header.instance()));
  }

  /**
   * Closes this side. If it is closed already, unmaps the file, if that failed before.
   *
   * @param failed whether to show the peer a failure
   */
  public void close(boolean failed) {
    if (markClosed()) {
      Heartbeats.remove(this);
      showEnd(failed ? Layout.FAILED : Layout.CLOSED);
      release();
    }
    unmap();
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
        Layout.releaseInt(mapping.memory, side.state, state);
      }
    } catch (InternalError truncated) {
      // Nobody can read it.
    }
  }

  private synchronized void unmap() {
    if (!unmapped) {
      mapping.unmap();
      unmapped = true;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the " + this + " is closed");
    }
    RingException found = truncation;
    if (found != null) {
      throw found;
    }
  }

  /** Returns what a fault in mapped memory means; throws it if it is another error. */
  public RingException diagnose(InternalError fault) {
    return Faults.diagnosis(name, header, fault);
  }

  /** Returns what is wrong if the file is too short; else null. */
  public @Nullable RingException findTruncation() {
    RingException found = truncation;
    return found != null ? found : Faults.findTruncation(name, header);
  }

  /** Returns what is wrong if the file was too short at the last heartbeat; else null. */
  public @Nullable RingException truncation() {
    return truncation;
  }

  /** Returns the file as it is mapped. */
  public ByteBuffer memory() {
    return mapping.memory;
  }

  /** Returns the absolute name of the file. */
  public Path file() {
    return name;
  }

  /** Returns how many times this side was attached in the life of the file, this time included. */
  public long epoch() {
    return epoch;
  }

  /** Returns how many ints, or bytes of records, fit into the ring. */
  public int steps() {
    return header.steps();
  }

  /** Returns for example "writer of /tmp/ring". */
  @Override
  public String toString() {
    return side + " of " + name;
  }
}
