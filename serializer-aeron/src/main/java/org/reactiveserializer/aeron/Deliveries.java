package org.reactiveserializer.aeron;

import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactivestreams.Subscriber;

/**
 * What becomes of the messages of a poll: items, and calls of the subscriber. If nothing else is said,
 * methods are for the thread that polls.
 */
final class Deliveries<T> implements ControlledFragmentHandler {
  private final AeronPublisherSettings<T> settings;
  private final MessageReader<? extends T> reader;
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();
  private volatile boolean cancelled;
  private @Nullable Subscriber<? super T> subscriber;
  private @Nullable Throwable failure;

  Deliveries(AeronPublisherSettings<T> settings) {
    this.settings = settings;
    reader = settings.reader();
  }

  void begin(Subscriber<? super T> given) {
    subscriber = given;
  }

  /** Forgets the subscriber (§3.13). */
  void end() {
    subscriber = null;
  }

  /** A message has arrived. */
  @Override
  public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
    if (isOver()) {
      return Action.ABORT;
    }
    T item;
    try {
      item =
          Objects.requireNonNull(reader.read(buffer, offset, length, header), "the item is null");
    } catch (Throwable thrown) {
      if (MemoryFaults.isOne(thrown)) { // perhaps one that was noted before
        failure = thrown;
        return Action.ABORT;
      }
      return skip(header, length, thrown);
    }
    delivered.setOpaque(delivered.getPlain() + 1);
    bytes.setOpaque(bytes.getPlain() + length);
    try {
      Objects.requireNonNull(subscriber).onNext(item);
    } catch (Throwable ofSubscriber) { // §2.13
      if (MemoryFaults.isOne(ofSubscriber)) { // perhaps one that was noted before
        failure = ofSubscriber;
        return Action.BREAK;
      }
      cancelled = true;
      settings.drop(ofSubscriber);
    }
    return cancelled ? Action.BREAK : Action.CONTINUE;
  }

  /** One sender's message must not end the stream of all, unless the user wants that. */
  Action skip(Header header, int length, Throwable cause) {
    if (settings.failsOnUnreadable()) {
      failure = cause;
      return Action.ABORT;
    }
    unreadable.setOpaque(unreadable.getPlain() + 1);
    settings.unreadable(
        new UnreadableMessage(header.sessionId(), header.position(), length, cause));
    return Action.CONTINUE;
  }

  void fail(Throwable cause) {
    failure = cause;
  }

  /** Returns why nothing more is delivered, if that is an error. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns whether nothing more is delivered. */
  boolean isOver() {
    return cancelled || failure != null;
  }

  // By any thread.

  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  long delivered() {
    return delivered.get();
  }

  long bytes() {
    return bytes.get();
  }

  long unreadable() {
    return unreadable.get();
  }
}
