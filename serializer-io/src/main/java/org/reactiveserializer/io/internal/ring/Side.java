package org.reactiveserializer.io.internal.ring;

import java.util.Locale;

/** One of the two sides of a ring. */
public enum Side {
  WRITER(Layout.WRITER_BLOCK, 0),
  READER(Layout.READER_BLOCK, 1);

  /** Where the byte to lock is, far behind the end of each file. */
  final long lock;

  final int heartbeat;
  final int pid;
  final int epoch;
  final int state;
  final int notedEnd;

  Side(int block, int number) {
    lock = (1L << 40) + number;
    heartbeat = block + Layout.HEARTBEAT;
    pid = block + Layout.PID;
    epoch = block + Layout.EPOCH;
    state = block + Layout.STATE;
    notedEnd = block + Layout.NOTED_END;
  }

  /** Returns the side of the peer. */
  public Side other() {
    return this == WRITER ? READER : WRITER;
  }

  /** Returns "writer" or "reader". */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
