package org.reactiveserializer.aeron;

import io.aeron.ControlledFragmentAssembler;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2IntHashMap;

/**
 * Makes messages of fragments, with Aeron's assembler, which trusts the senders: it fails if the first
 * fragment of a message is empty, and it adds up fragments without an end. Here such a message is {@linkplain
 * Deliveries#skip skipped}, and no message is longer than Aeron's senders make them. All methods are for the
 * thread that polls.
 */
final class Assembly implements ControlledFragmentHandler {
  private static final int LONGEST = FrameDescriptor.MAX_MESSAGE_LENGTH;

  private final Deliveries<?> deliveries;
  private final ControlledFragmentAssembler assembler;

  private static final int NONE = -1;

  /** How many bytes of a message that has not ended each session has brought. */
  private final Int2IntHashMap lengths = new Int2IntHashMap(NONE);

  Assembly(Deliveries<?> deliveries) {
    this.deliveries = deliveries;
    assembler = new ControlledFragmentAssembler(deliveries);
  }

  @Override
  public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
    if (!isWhole(header) && !fits(length, header)) {
      forget(header.sessionId());
      return deliveries.skip(
          header, length, new IllegalArgumentException("a message without an end"));
    }
    try {
      return assembler.onFragment(buffer, offset, length, header);
    } catch (RuntimeException notAssembled) {
      forget(header.sessionId());
      return deliveries.skip(header, length, notAssembled);
    }
  }

  private static boolean isWhole(Header header) {
    return (header.flags() & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED;
  }

  /** Returns whether the message of this fragment may go on. */
  private boolean fits(int length, Header header) {
    int session = header.sessionId();
    boolean isBegin = (header.flags() & FrameDescriptor.BEGIN_FRAG_FLAG) != 0;
    int before = isBegin ? 0 : lengths.get(session);
    if (before == NONE) {
      return true; // its begin is missing: the assembler drops it
    }
    if ((header.flags() & FrameDescriptor.END_FRAG_FLAG) != 0) {
      lengths.remove(session);
    } else {
      lengths.put(session, before + length);
    }
    return before + length <= LONGEST;
  }

  /** Forgets what has come of a message of a session. */
  void forget(int session) {
    lengths.remove(session);
    assembler.freeSessionBuffer(session);
  }
}
