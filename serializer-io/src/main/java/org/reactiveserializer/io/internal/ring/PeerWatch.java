package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.ring.CorruptRingException;
import org.reactiveserializer.io.ring.Peer;
import org.reactiveserializer.io.ring.ReplacedRingException;

/**
 * Finds out how the other side of a ring is, by the invariants of {@link Attachment}. For one
 * thread at a time, while the file is mapped.
 */
class PeerWatch { // a test moves the epoch
  private static final long NOT_ALONE = -1;

  /** To attach takes a process much longer than a look. */
  private static final int LOOKS = 100;

  private final Path name;
  private final Side side;
  private final Header header;
  private final SharedFile file;
  private final ByteBuffer memory;
  private final HangWatch hangWatch;
  private long endOf; // the epoch of the peer whose end was found last
  private long aloneSince = NOT_ALONE; // the epoch of the peer when it was found absent or dead

  PeerWatch(
      Path name,
      Side side,
      Header header,
      SharedFile file,
      ByteBuffer memory,
      HangWatch hangWatch) {
    this.name = name;
    this.side = side;
    this.header = header;
    this.file = file;
    this.memory = memory;
    this.hangWatch = hangWatch;
  }

  Peer peer() throws IOException {
    for (int i = 0; i < LOOKS; i++) {
      long before = epoch();
      Peer peer = look(before, true);
      if (before == epoch()) {
        noteAlone(peer, before);
        checkName();
        MemoryFaults.report();
        return peer;
      }
    }
    throw new CorruptRingException(
        "%s has a %s whose epoch changes all the time: %d looks found no two that are the same"
            .formatted(name, side.other(), LOOKS));
  }

  /**
   * Returns how the other side ended, if that was not {@linkplain #noteEnd noted}; {@code HUNG} if
   * it hangs; else null.
   *
   * @param probing whether to find out if it is dead or hangs, which needs calls of the system. If
   *     so, {@link #checkName} can follow
   */
  @Nullable Peer newEnd(boolean probing) throws IOException {
    long before = epoch();
    boolean isNoted = before == Layout.acquireLong(memory, side.notedEnd);
    Peer peer = isNoted ? Peer.ABSENT : look(before, probing);
    boolean current = before == epoch();
    noteAlone(probing && current ? peer : Peer.ALIVE, before);
    if (!current || peer == Peer.ALIVE) {
      return null;
    }
    endOf = before;
    return peer == Peer.ABSENT ? null : peer;
  }

  private void noteAlone(Peer peer, long epoch) {
    aloneSince = peer == Peer.ABSENT || peer == Peer.DEAD ? epoch : NOT_ALONE;
  }

  /** This process has counted up its own heartbeat. */
  void beat() {
    hangWatch.beat();
  }

  /** Notes in the file that the end which was found last was signalled. */
  void noteEnd() {
    Layout.releaseLong(memory, side.notedEnd, endOf);
  }

  /** Returns how the peer of an epoch is. The answer counts if the epoch is the same after that. */
  private Peer look(long epoch, boolean probing) throws IOException {
    Side peer = side.other();
    Peer state = state();
    boolean attaching = state == Peer.ABSENT && epoch > 0; // a state of a moment, with the lock
    if (!probing || (state != Peer.ALIVE && !attaching)) {
      return state;
    }
    MemoryFaults.report();
    if (file.isLocked(peer)) {
      if (attaching) {
        return state;
      }
      long beat = Layout.acquireLong(memory, peer.heartbeat);
      return file.isOwn(peer) || hangWatch.isAlive(epoch, beat) ? Peer.ALIVE : Peer.HUNG;
    }
    Peer after = state();
    return after == state ? Peer.DEAD : after;
  }

  private Peer state() {
    return switch (Layout.acquireInt(memory, side.other().state)) {
      case Layout.OPEN -> Peer.ALIVE;
      case Layout.CLOSED -> Peer.CLOSED;
      case Layout.FAILED -> Peer.FAILED;
      default -> Peer.ABSENT;
    };
  }

  long epoch() {
    return Layout.acquireLong(memory, side.other().epoch);
  }

  /**
   * If there was no peer at the last look, a successor will open the file by its name; so the name
   * must still be that of our file. A peer that has come meanwhile needs no name.
   */
  void checkName() throws IOException {
    if (aloneSince == NOT_ALONE) {
      return;
    }
    MemoryFaults.report();
    String event;
    try {
      if (file.isNamed(name)) {
        return;
      }
      event = "replaced by another file";
    } catch (NoSuchFileException gone) {
      event = "deleted";
    }
    if (aloneSince != epoch()) {
      return;
    }
    throw new ReplacedRingException(
        ("%s was %s, so no %s can attach to the ring %016x that this process has. Close this end,"
                + " call attach or createOrAttach again, and use the new object")
            .formatted(name, event, side.other(), header.instance()));
  }
}
