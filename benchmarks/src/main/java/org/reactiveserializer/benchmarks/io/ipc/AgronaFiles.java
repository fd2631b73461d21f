package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Rings of Agrona in mapped files, and messages in its buffers. */
final class AgronaFiles {
  /** The type of all messages, which Agrona wants to be positive. */
  static final int TYPE = 1;

  private AgronaFiles() {}

  /**
   * Creates a ring.
   *
   * @param length of the messages that fit into it {@link Link#CAPACITY} times, about
   */
  static OneToOneRingBuffer create(Path directory, String name, int length) {
    int record = RecordDescriptor.HEADER_LENGTH + length;
    int aligned = record + (-record & RecordDescriptor.ALIGNMENT - 1);
    int capacity = Integer.highestOneBit(Link.CAPACITY * aligned);
    return new OneToOneRingBuffer(
        new UnsafeBuffer(
            IoUtil.mapNewFile(
                directory.resolve(name).toFile(), capacity + RingBufferDescriptor.TRAILER_LENGTH)));
  }

  /** Opens a ring that the other process has created. */
  static OneToOneRingBuffer attach(Path directory, String name) {
    return new OneToOneRingBuffer(
        new UnsafeBuffer(IoUtil.mapExistingFile(directory.resolve(name).toFile(), name)));
  }

  /** Writes a message. */
  static void put(MutableDirectBuffer buffer, int at, long number) {
    for (int i = 0; i < 8; i++) {
      buffer.putLong(at + 8 * i, number + i * Message.STEP);
    }
  }

  /** Returns the first word of a message, or {@link Message#TORN}. */
  static long first(DirectBuffer buffer, int at, int length) {
    return length != Message.LENGTH
        ? Message.TORN
        : Message.first(
            buffer.getLong(at),
            buffer.getLong(at + 8),
            buffer.getLong(at + 16),
            buffer.getLong(at + 24),
            buffer.getLong(at + 32),
            buffer.getLong(at + 40),
            buffer.getLong(at + 48),
            buffer.getLong(at + 56));
  }
}
