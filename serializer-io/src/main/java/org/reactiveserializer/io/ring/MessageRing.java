package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Header;
import org.reactiveserializer.io.internal.ring.Layout;
import org.reactiveserializer.io.internal.ring.Records;
import org.reactiveserializer.io.internal.ring.RingCreation;
import org.reactiveserializer.io.internal.ring.RingKind;

/**
 * A ring of messages in a file, through which one process sends messages to another one on the same
 * machine. A message has from one byte to an eighth of the ring's capacity. For the file, its
 * permissions and crashes see {@link Ring}.
 *
 * <pre>{@code
 * Path file = directory.resolve("orders"); // that only this user may enter: see docs/datagrams-and-rings.md
 * // in one process:
 * try (MessageWriter writer = MessageRing.createOrAttach(file, 1 << 20).writer()) { ... }
 * // in the other:
 * try (MessageReader reader = MessageRing.createOrAttach(file, 1 << 20).reader()) { ... }
 * }</pre>
 */
public final class MessageRing extends Ring<MessageWriter, MessageReader> {
  private MessageRing(Path file, Header header, RingAccess access, Duration hangTimeout) {
    super(file, header, access, hangTimeout);
  }

  /**
   * Creates the file of a ring, for the user of this process only.
   *
   * @param file the name, which must not exist; its directory must
   * @param capacity the bytes of the ring: a power of two from 4,096 to 1,073,741,824
   * @return the ring
   * @throws IOException as {@link #create(Path, int, RingAccess)}
   */
  public static MessageRing create(Path file, int capacity) throws IOException {
    return create(file, capacity, RingAccess.OWNER);
  }

  /**
   * Creates the file of a ring: see {@link Ring}.
   *
   * @param file the name, which must not exist; its directory must
   * @param capacity the bytes of the ring: a power of two from 4,096 to 1,073,741,824
   * @param access who may use the ring
   * @return the ring
   * @throws IllegalArgumentException if the capacity is not such a number
   * @throws java.nio.file.FileAlreadyExistsException if the name exists
   * @throws IOException if the file system refuses to create the file
   */
  public static MessageRing create(Path file, int capacity, RingAccess access) throws IOException {
    Header header = RingCreation.create(file, RingKind.MESSAGES, bytes(capacity), access);
    return new MessageRing(file, header, access, HANG_TIMEOUT);
  }

  /**
   * Finds a ring that exists, of the user of this process only.
   *
   * @param file the name
   * @return the ring
   * @throws IOException as {@link #attach(Path, RingAccess)}
   */
  public static MessageRing attach(Path file) throws IOException {
    return attach(file, RingAccess.OWNER);
  }

  /**
   * Finds a ring that exists. Its header is checked; nothing is written.
   *
   * @param file the name
   * @param access who may use the ring
   * @return the ring
   * @throws IOException if the file system refuses the file: it does not exist, is no regular file,
   *     or this process may not both read and write it
   * @throws RingException if others own the file, or may use it, than {@code access} says; if it is
   *     no ring of messages, or a broken one: see {@link RingException}
   */
  public static MessageRing attach(Path file, RingAccess access) throws IOException {
    Header header = Attaching.readHeader(file, RingKind.MESSAGES, access);
    return new MessageRing(file, header, access, HANG_TIMEOUT);
  }

  /**
   * Finds a ring, or creates it, of the user of this process only.
   *
   * @param file the name
   * @param capacity the bytes of the ring: a power of two from 4,096 to 1,073,741,824
   * @return the ring
   * @throws IOException as {@link #createOrAttach(Path, int, RingAccess)}
   */
  public static MessageRing createOrAttach(Path file, int capacity) throws IOException {
    return createOrAttach(file, capacity, RingAccess.OWNER);
  }

  /**
   * Finds a ring, or creates it. Both processes may do that at the same time.
   *
   * @param file the name
   * @param capacity the bytes of the ring: a power of two from 4,096 to 1,073,741,824
   * @param access who may use the ring; both processes should say the same
   * @return the ring
   * @throws IllegalArgumentException if the capacity is not such a number
   * @throws IOException as {@link #create(Path, int, RingAccess)} and {@link #attach(Path,
   *     RingAccess)}
   * @throws RingException as {@link #attach(Path, RingAccess)}; or if the ring has another capacity
   */
  public static MessageRing createOrAttach(Path file, int capacity, RingAccess access)
      throws IOException {
    int bytes = bytes(capacity);
    Header header = RingCreation.createOrAttach(file, RingKind.MESSAGES, bytes, access);
    return new MessageRing(file, header, access, HANG_TIMEOUT);
  }

  /**
   * Sets how long a process must show no heartbeat to be {@link Peer#HUNG}. A process counts up its
   * heartbeat four times a second. If this is not set, it is two seconds.
   *
   * @param timeout the time, positive. With less than half a second, a process that only pauses for
   *     a moment, for example to collect garbage, may be found to hang
   * @return this ring with the timeout changed
   * @throws IllegalArgumentException if the timeout is not positive
   */
  public MessageRing hangTimeout(Duration timeout) {
    return new MessageRing(file, header, access, Check.positive(timeout, "hangTimeout"));
  }

  @Override
  MessageWriter writer(Attachment attachment) {
    return new MessageWriter(attachment);
  }

  @Override
  MessageReader reader(Attachment attachment) {
    return new MessageReader(attachment);
  }

  @Override
  public int capacity() {
    return header.capacity();
  }

  /**
   * Returns the length of the largest message that fits.
   *
   * @return an eighth of the capacity, in bytes
   */
  public int maxMessage() {
    return Records.maxMessage(capacity());
  }

  private static int bytes(int capacity) {
    return checkCapacity(capacity, Layout.MIN_CAPACITY, Layout.MAX_CAPACITY, "bytes");
  }
}
