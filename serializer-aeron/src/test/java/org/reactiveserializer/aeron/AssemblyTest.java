package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Fragments that no sender of Aeron sends, but somebody may. */
class AssemblyTest {
  private static final int PART = 1 << 20;
  private static final int MOST = FrameDescriptor.MAX_MESSAGE_LENGTH / PART;

  private final List<UnreadableMessage> unreadable = new ArrayList<>();
  private final Fragments fragments = new Fragments();

  /** It would take all memory. */
  @Test
  void aMessageWithoutAnEndIsSkipped() {
    fragments.begin(new byte[PART]);
    for (int i = 1; i < MOST; i++) {
      fragments.middle(new byte[PART]);
    }
    assertEquals(List.of(), unreadable);
    fragments.middle(new byte[1]);
    assertEquals("a message without an end", unreadable.remove(0).cause().getMessage());
    for (int i = 0; i < MOST; i++) {
      fragments.middle(new byte[PART]);
    }
    fragments.end(new byte[1]);
    assertEquals(List.of(), unreadable);
    assertEquals(0, fragments.items.size());
    fragments.begin(new byte[2]);
    fragments.end(new byte[1]);
    assertEquals(3, fragments.items.get(0).length);
  }

  @Test
  void theLongestMessageIsDelivered() {
    fragments.begin(new byte[PART]);
    for (int i = 2; i < MOST; i++) {
      fragments.middle(new byte[PART]);
    }
    fragments.end(new byte[PART]);
    assertEquals(MOST * PART, fragments.items.get(0).length);
    assertEquals(List.of(), unreadable);
  }

  @Test
  void anEmptyBeginIsSkipped() {
    fragments.begin(new byte[0]);
    fragments.end(new byte[5]);
    assertEquals(ArithmeticException.class, unreadable.remove(0).cause().getClass());
    fragments.begin(new byte[2]);
    fragments.end(new byte[1]);
    assertEquals(3, fragments.items.get(0).length);
  }

  /** Those of one session. */
  private final class Fragments {
    final List<byte[]> items = new ArrayList<>();
    private final Assembly assembly;
    private int place;

    @SuppressWarnings("NullAway") // there is no client of Aeron
    Fragments() {
      Deliveries<byte[]> deliveries =
          new Deliveries<>(
              new AeronPublisherSettings<byte[]>(null, new OpenStreams(), AssemblyTest::copy)
                  .onUnreadable(unreadable::add));
      deliveries.begin(new Adding(items));
      assembly = new Assembly(deliveries);
    }

    void begin(byte[] part) {
      add(Frames.BEGIN, part);
    }

    void middle(byte[] part) {
      add(0, part);
    }

    void end(byte[] part) {
      add(Frames.END, part);
    }

    private void add(int flags, byte[] part) {
      UnsafeBuffer frame = Frames.frame(1, flags, place, part);
      place = Frames.next(place, part);
      assertEquals(
          Action.CONTINUE,
          assembly.onFragment(frame, Frames.HEADER, part.length, Frames.header(frame)));
    }
  }

  private static byte[] copy(DirectBuffer buffer, int offset, int length, Header header) {
    byte[] bytes = new byte[length];
    buffer.getBytes(offset, bytes);
    return bytes;
  }

  private record Adding(List<byte[]> items) implements Subscriber<byte[]> {
    @Override
    public void onSubscribe(Subscription none) {}

    @Override
    public void onNext(byte[] item) {
      items.add(item);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
