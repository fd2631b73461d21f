package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The entry of a coverage-guided fuzzer, which {@code mvn -Pstress verify} runs for an hour: the input
 * decides which fragments arrive, of which sessions, with which flags, lengths and places in the term.
 *
 * <p>The first byte chooses what an unreadable message does, and after how many items the subscriber
 * throws. Then each fragment has a byte for its session, its flags and its place (see {@link #fragment}), one
 * for its length, and its bytes. A message is unreadable if it begins with one of {@link #BAD}.
 */
public final class FragmentFuzzer {
  private static final int SESSION = 3;
  private static final int BEGIN = 4;
  private static final int END = 8;
  private static final int GAP = 16;
  private static final int GONE = 32;
  private static final int BAD = 4;
  private static final byte[] UNREADABLE = {1};

  private final byte[] input;
  private final List<Throwable> dropped = new ArrayList<>();
  private final List<byte[]> items = new ArrayList<>();
  private final List<byte[]> expected = new ArrayList<>();
  private final Map<Integer, Run> runs = new HashMap<>();
  private final int[] places = new int[SESSION + 1];
  private final boolean failsOnUnreadable;
  private final int mostItems;
  private final Deliveries<byte[]> deliveries;
  private int expectedUnreadable;
  private long expectedBytes;
  private boolean isOver;

  /** A message of which a part has arrived. */
  private static final class Run {
    private byte[] bytes = {};
    private int next;
    private final boolean isEmptyAtFirst;

    Run(byte[] first, int nextPlace) {
      isEmptyAtFirst = first.length == 0;
      add(first, nextPlace);
    }

    void add(byte[] part, int nextPlace) {
      byte[] sum = Arrays.copyOf(bytes, bytes.length + part.length);
      System.arraycopy(part, 0, sum, bytes.length, part.length);
      bytes = sum;
      next = nextPlace;
    }
  }

  @SuppressWarnings("NullAway") // there is no client of Aeron, and no need of one
  private FragmentFuzzer(byte[] input) {
    this.input = input;
    int first = input.length == 0 ? 0 : input[0] & 0xff;
    failsOnUnreadable = (first & 1) != 0;
    mostItems = (first & 2) == 0 ? Integer.MAX_VALUE : first >> 2;
    AeronPublisherSettings<byte[]> settings =
        new AeronPublisherSettings<byte[]>(null, new OpenStreams(), FragmentFuzzer::read)
            .onErrorDropped(dropped::add)
            .onUnreadable(message -> {});
    deliveries = new Deliveries<>(failsOnUnreadable ? settings.failOnUnreadable() : settings);
    deliveries.begin(new Keeping());
  }

  private static byte @Nullable [] read(
      DirectBuffer buffer, int offset, int length, Header header) {
    byte[] bytes = new byte[length];
    buffer.getBytes(offset, bytes);
    switch (badness(bytes)) {
      case 1 -> throw new IllegalArgumentException("a bad message");
      case 2 -> throw new StackOverflowError();
      case 3 -> {
        return null;
      }
      default -> {
        return bytes;
      }
    }
  }

  /** 0 if a message can be read. */
  private static int badness(byte[] message) {
    return message.length > 0 && message[0] > 0 && message[0] < BAD ? message[0] : 0;
  }

  /** Called by the fuzzer with each input. */
  public static void fuzzerTestOneInput(byte[] input) {
    check(input, Assembly::new);
  }

  /** Throws if what takes the fragments does something wrong with the input. */
  static void check(
      byte[] input, Function<Deliveries<byte[]>, ControlledFragmentHandler> fragments) {
    FragmentFuzzer fuzzer = new FragmentFuzzer(input);
    fuzzer.run(fragments.apply(fuzzer.deliveries));
  }

  private void run(ControlledFragmentHandler fragments) {
    int at = 1;
    while (at + 1 < input.length && !isOver) {
      int what = input[at] & 0xff;
      int length = Math.min(input[at + 1] & 0xff, input.length - at - 2);
      at += 2;
      if ((what & GONE) != 0) {
        if (fragments instanceof Assembly assembly) {
          assembly.forget(what & SESSION);
        }
        runs.remove(what & SESSION);
      } else {
        byte[] part = Arrays.copyOfRange(input, at, at + length);
        at += length;
        fragment(fragments, what, part);
      }
    }
    assertEquals(expected.size(), items.size(), "items");
    for (int i = 0; i < items.size(); i++) {
      assertArrayEquals(expected.get(i), items.get(i));
    }
    assertEquals(expectedUnreadable, deliveries.unreadable(), "unreadable");
    assertEquals(expectedBytes, deliveries.bytes(), "bytes");
    assertEquals(isOver, deliveries.isOver(), "over");
  }

  /** A fragment is where the one before it ends; or, with a gap, a little later. */
  private void fragment(ControlledFragmentHandler fragments, int what, byte[] part) {
    int session = what & SESSION;
    int place = places[session] + ((what & GAP) == 0 ? 0 : FrameDescriptor.FRAME_ALIGNMENT);
    int next = Frames.next(place, part);
    places[session] = next;
    byte[] message = expect(session, what, place, next, part);
    boolean isLast = message != null && isLast(message);
    int flags = ((what & BEGIN) != 0 ? Frames.BEGIN : 0) | ((what & END) != 0 ? Frames.END : 0);
    UnsafeBuffer frame = Frames.frame(session, flags, place, part);
    Action action = fragments.onFragment(frame, Frames.HEADER, part.length, Frames.header(frame));
    assertEquals(
        isLast ? (isUnreadable(message) ? Action.ABORT : Action.BREAK) : Action.CONTINUE, action);
    isOver = isLast;
  }

  private static boolean isUnreadable(byte @Nullable [] message) {
    return message != null && badness(message) != 0;
  }

  /** Returns the message that this fragment makes whole: an independent reading. */
  private byte @Nullable [] expect(int session, int what, int place, int next, byte[] part) {
    boolean begins = (what & BEGIN) != 0;
    boolean ends = (what & END) != 0;
    if (begins && ends) {
      return part;
    }
    if (begins) {
      runs.put(session, new Run(part, next));
      return null;
    }
    Run run = runs.get(session);
    if (run == null || run.next != place) {
      runs.remove(session);
      return null;
    }
    run.add(part, next);
    if (!ends) {
      return null;
    }
    runs.remove(session);
    return run.isEmptyAtFirst ? UNREADABLE : run.bytes; // Aeron makes no message of these
  }

  /** Notes what must be delivered. Returns whether the stream ends then. */
  private boolean isLast(byte[] message) {
    if (badness(message) != 0) {
      if (!failsOnUnreadable) {
        expectedUnreadable++;
      }
      return failsOnUnreadable;
    }
    expected.add(message);
    expectedBytes += message.length;
    return expected.size() > mostItems;
  }

  private final class Keeping implements Subscriber<byte[]> {
    @Override
    public void onSubscribe(Subscription none) {}

    @Override
    public void onNext(byte[] item) {
      items.add(item);
      if (items.size() > mostItems) {
        throw new IllegalStateException("a defect of the subscriber");
      }
    }

    @Override
    public void onError(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    public void onComplete() {
      throw new AssertionError("completed");
    }
  }
}
