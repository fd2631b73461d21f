package org.reactiveserializer.io.internal.ring;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The block of this side in the header of the mapped file, as far as this side writes it, by the invariants
 * of {@link Attachment}.
 */
final class OwnBlock {
  final long index;
  final long epoch;

  private final Side side;
  private final ByteBuffer memory;

  /** Checks the indices, and chooses the next epoch. Needs the lock of the side. */
  OwnBlock(Path name, Side side, Header header, ByteBuffer memory) {
    this.side = side;
    this.memory = memory;
    index = header.checkState(name, memory, side);
    if (side == Side.WRITER && Layout.acquireLong(memory, Layout.TAIL) < index) {
      Layout.releaseLong(memory, Layout.TAIL, index); // what its predecessor could not do
    }
    epoch = Layout.acquireLong(memory, side.epoch) + 1;
  }

  /** Shows the peer that this side is here. */
  void open() {
    Layout.releaseInt(memory, side.state, Layout.ABSENT);
    Layout.releaseLong(memory, side.pid, ProcessHandle.current().pid());
    Layout.releaseLong(memory, side.epoch, epoch);
    Layout.releaseInt(memory, side.state, Layout.OPEN);
  }

  /** Returns whether no successor is there. */
  boolean isOurs() {
    return Layout.acquireLong(memory, side.epoch) == epoch;
  }

  /** Returns the process that has attached last. */
  long holder() {
    return Layout.acquireLong(memory, side.pid);
  }

  void countHeartbeat() {
    Layout.releaseLong(memory, side.heartbeat, Layout.acquireLong(memory, side.heartbeat) + 1);
  }

  /** Shows the peer the state at the end, unless a successor is there. */
  void end(int state) {
    if (isOurs()) {
      Layout.releaseInt(memory, side.state, state);
    }
  }
}
