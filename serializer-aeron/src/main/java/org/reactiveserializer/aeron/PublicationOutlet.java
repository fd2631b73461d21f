package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.logbuffer.BufferClaim;
import java.util.function.Consumer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/** Writes items into a publication. */
final class PublicationOutlet<T> implements Outlet<T> {
  private final AeronSubscriberSettings<T> settings;
  private final Aeron aeron;
  private final Consumer<ExclusivePublication> closing;
  private final MessageWriter<? super T> writer;
  private final String channel;
  private final int streamId;
  private final BufferClaim claim = new BufferClaim();

  private volatile ExclusivePublication publication; // others read its limits
  private FreshPages pages;
  private @Nullable ExpandableArrayBuffer copy;

  PublicationOutlet(AeronSubscriberSettings<T> settings, String channel, int streamId) {
    this.settings = settings;
    aeron = settings.aeron();
    closing = settings.closing();
    writer = settings.writer();
    this.channel = channel;
    this.streamId = streamId;
    publication = add();
    pages = new FreshPages(publication);
  }

  private ExclusivePublication add() {
    try {
      return aeron.addExclusivePublication(channel, streamId);
    } catch (RegistrationException refused) {
      throw Storage.explained(refused);
    }
  }

  /** Throws an exception if the message is longer than the channel allows. By any thread. */
  void check(T item) {
    check(writer.length(item));
  }

  private void check(int length) {
    if (length < 0) {
      throw new IllegalArgumentException(
          "MessageWriter.length must not be negative, was %d".formatted(length));
    }
    int most = publication.maxMessageLength();
    if (length > most) {
      throw new MessageTooLongException(length, most);
    }
  }

  /**
   * A fault of the memory is reported here, and not later in the middle of something else: where a page
   * may be missing. To ask for it takes as long as some items.
   */
  @Override
  public long offer(T item) {
    try {
      long result = offerNow(item);
      if (result > 0 ? pages.areIn(result) : result == Publication.ADMIN_ACTION) { // a term's end
        MemoryFaults.report();
      }
      return result;
    } catch (InternalError fault) {
      MemoryFaults.forget(); // another one, of a claim that was given up
      if (MemoryFaults.isOne(fault)) {
        throw notWritten(fault);
      }
      throw fault;
    }
  }

  private NotSentException notWritten(InternalError fault) {
    return new NotSentException(
        ("a message to %s was not sent: a page of its memory, below %s, could not be written. The file"
                + " system is full, the device failed, or a file was truncated")
            .formatted(this, aeron.context().aeronDirectoryName()),
        fault);
  }

  private long offerNow(T item) {
    int length = length(item);
    ExclusivePublication current = publication;
    if (length > current.maxPayloadLength()) {
      return offerFragments(current, item, length);
    }
    long result = current.tryClaim(length, claim);
    if (result > 0) {
      boolean written = false;
      try {
        write(item, claim.buffer(), claim.offset());
        written = true;
      } finally {
        if (written) {
          claim.commit();
        } else {
          claim.abort(); // the receivers skip it
          MemoryFaults.report(); // concerns the stream, and so counts for more than one item
        }
      }
    }
    return result;
  }

  private long offerFragments(ExclusivePublication current, T item, int length) {
    check(length);
    ExpandableArrayBuffer buffer = copy;
    if (buffer == null) {
      buffer = new ExpandableArrayBuffer(length);
      copy = buffer;
    }
    buffer.checkLimit(length);
    write(item, buffer, 0);
    return current.offer(buffer, 0, length);
  }

  // What the writer throws concerns this item only. What the virtual machine throws, perhaps
  // because
  // there is no memory behind the buffer, concerns the stream.

  private int length(T item) {
    int length;
    try {
      length = writer.length(item);
    } catch (Exception | StackOverflowError thrown) {
      throw new NotWrittenException(item, thrown);
    }
    if (length < 0) {
      throw new NotWrittenException(
          item, new IllegalArgumentException("length must not be negative, was " + length));
    }
    return length;
  }

  private void write(T item, MutableDirectBuffer buffer, int offset) {
    try {
      writer.write(item, buffer, offset);
    } catch (Exception | StackOverflowError thrown) {
      throw new NotWrittenException(item, thrown);
    }
  }

  @Override
  public boolean reopen(long result) {
    boolean hasEnded = result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED;
    if (!hasEnded || aeron.isClosed() || channel.contains("control-mode=manual")) {
      return false; // with such a channel, the next publication would have no destination
    }
    closing.accept(publication);
    try {
      publication = add();
      pages = new FreshPages(publication);
    } catch (AeronException refused) { // also if the client ends at this moment
      Throwable why = settings.clientFailure(); // known: Aeron's lock was taken since
      throw new NotSentException(
          "no other publication to %s could be added".formatted(this), why == null ? refused : why);
    }
    return true;
  }

  /** By any thread. */
  ExclusivePublication publication() {
    return publication;
  }

  @Override
  public void close() {
    closing.accept(publication);
  }

  @Override
  public String toString() {
    return channel + ", stream " + streamId;
  }
}
