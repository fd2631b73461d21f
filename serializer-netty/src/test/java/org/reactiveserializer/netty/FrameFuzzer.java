package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The entry of a coverage-guided fuzzer, which {@code mvn -Pstress verify} runs for an hour: the input
 * decides what one client sends, in which parts, and what the subscriber does in between.
 *
 * <p>The first byte chooses the settings, see {@link #settings}. Then each byte is the length of a part, which
 * follows; or, if it is 0, the next one is what the subscriber does, see {@link #act}. At last the channel
 * or the stream ends, and the subscriber requests and releases everything.
 */
public final class FrameFuzzer {
  private static final int LONGEST = 300;
  private static final long SMALL_BUDGET = 4 * LONGEST;
  private static final int MOST_OF_ONE_PART = 255;

  private static final Consumer<EmbeddedChannel> AS_IT_IS = channel -> {};

  private final byte[] input;
  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
  private final List<Throwable> errors = new ArrayList<>();
  private final List<Received<ByteBuf>> kept = new ArrayList<>();
  private final List<byte[]> got = new ArrayList<>();
  private final List<byte[]> answers = new ArrayList<>();
  private final Reads reads = new Reads();
  private final EmbeddedChannel channel = new EmbeddedChannel(reads);
  private final ChannelStream<ByteBuf> stream;
  private final boolean isPolite; // it sends only what is read, as a socket does
  private final boolean hasSmallBudget;
  private final byte[] sent;
  private @Nullable Subscription subscription;
  private int sentBytes;
  private boolean isEndedByUs;

  private FrameFuzzer(byte[] input) {
    this.input = input;
    int first = input.length == 0 ? 0 : input[0];
    isPolite = (first & 1) == 0;
    hasSmallBudget = (first & 2) != 0;
    sent = new byte[input.length];
    stream = settings(first).open();
  }

  private ChannelSettings<ByteBuf> settings(int first) {
    ChannelSettings<ByteBuf> settings =
        ChannelStream.frames(LONGEST)
            .share(1 + (first >> 4 & 7))
            .noIdleTimeout()
            .onChannelError((failed, error) -> errors.add(error));
    if (hasSmallBudget) {
      settings = settings.budget(SMALL_BUDGET);
    }
    return (first & 4) == 0 ? settings : settings.creditAtDelivery();
  }

  /** Called by the fuzzer with each input. */
  public static void fuzzerTestOneInput(byte[] input) {
    check(input, AS_IT_IS);
  }

  /** Throws if the stream does something wrong with the input. */
  static void check(byte[] input, Consumer<? super EmbeddedChannel> change) {
    new FrameFuzzer(input).run(change);
  }

  private void run(Consumer<? super EmbeddedChannel> change) {
    channel.config().setAllocator(memory);
    stream.subscribe(new Keeping());
    stream.addTo(channel.pipeline());
    change.accept(channel);
    int at = 1;
    while (at < input.length) {
      int length = input[at++] & 0xff;
      if (length > 0) {
        int n = Math.min(length, input.length - at);
        send(at, n);
        at += n;
      } else if (at < input.length) {
        act(input[at++]);
      }
      checkMemory();
    }
    end();
    compare();
  }

  private void send(int at, int length) {
    if (!channel.isOpen() || (isPolite && reads.wanted == 0)) {
      return;
    }
    reads.wanted = 0;
    System.arraycopy(input, at, sent, sentBytes, length);
    sentBytes += length;
    channel.writeInbound(memory.buffer(length).writeBytes(input, at, length));
    runTasks();
  }

  private void runTasks() {
    channel.runPendingTasks();
    while (channel.hasPendingTasks()
        || channel.runScheduledPendingTasks() == 0) { // turns are timed tasks
      channel.runPendingTasks();
    }
    channel.checkException();
  }

  private void act(int action) {
    switch (action & 7) {
      case 0, 1 -> request(1 + (action >> 3 & 15));
      case 2 -> kept.stream().findFirst().ifPresent(this::release);
      case 3 -> kept.stream().findFirst().ifPresent(this::answer);
      case 4 -> List.copyOf(kept).forEach(this::release);
      case 5 -> List.copyOf(kept).forEach(this::answer);
      case 6 -> {
        if ((action & 0xf8) == 0) {
          isEndedByUs = true;
          stream.close();
        }
      }
      default -> {
        if ((action & 0xf8) == 0) {
          isEndedByUs = true;
          subscription().cancel();
        }
      }
    }
    runTasks();
  }

  private void request(long n) {
    subscription().request(n);
  }

  private Subscription subscription() {
    if (subscription == null) {
      throw new AssertionError("no subscription");
    }
    return subscription;
  }

  private void release(Received<ByteBuf> message) {
    kept.remove(message);
    message.release();
  }

  private void answer(Received<ByteBuf> message) {
    kept.remove(message);
    byte[] bytes = bytes(message.message());
    if (message.reply(message.message()).isAccepted()) {
      answers.add(bytes);
    } else {
      message.release();
    }
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.getBytes(buffer.readerIndex(), bytes);
    return bytes;
  }

  private void checkMemory() {
    long held = stream.stats().bytes();
    if (hasSmallBudget) {
      long most = 2 * SMALL_BUDGET + (MOST_OF_ONE_PART / 4 + 1) * (long) Holding.MESSAGE;
      assertTrue(held <= most, () -> "the channel holds " + held + " bytes");
    }
  }

  private void end() {
    for (long before = -1; before != got.size(); ) {
      before = got.size();
      request(Long.MAX_VALUE);
      act(4);
    }
    channel.close();
    runTasks();
    stream.close();
    act(4);
  }

  private void compare() {
    Frames expected = Frames.of(sent, sentBytes);
    boolean isOverBudget = errors.stream().anyMatch(OverBudgetException.class::isInstance);
    assertTrue(hasSmallBudget || !isOverBudget, "over the budget, which is large");
    boolean isCut = isOverBudget || isEndedByUs;
    assertTrue(got.size() <= expected.frames().size(), "more frames than were sent");
    for (int i = 0; i < got.size(); i++) {
      assertArrayEquals(expected.frames().get(i), got.get(i));
    }
    if (!isCut) {
      assertEquals(expected.frames().size(), got.size(), "frames are missing");
      assertEquals(expected.isTooLong() ? 1 : 0, errors.size(), errors::toString);
    }
    for (Throwable error : errors) {
      assertTrue(
          error instanceof FrameTooLongException || error instanceof OverBudgetException,
          error::toString);
    }
    compareAnswers();
    ChannelStats stats = stream.stats();
    assertEquals(stats.received(), stats.delivered() + stats.discarded(), stats::toString);
    assertEquals(
        0, stats.bytes() + stats.held() + stats.waiting() + stats.channels(), stats::toString);
    long used = memory.metric().usedDirectMemory() + memory.metric().usedHeapMemory();
    assertEquals(0, used, "bytes were not released");
  }

  /** What was written is a beginning of the answers, and all of them if the channel was not cut. */
  private void compareAnswers() {
    ByteBuf all = memory.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      all.writeBytes(part);
      part.release();
    }
    Frames written = Frames.of(bytes(all), all.readableBytes());
    all.release();
    assertTrue(written.frames().size() <= answers.size(), "more answers than were made");
    for (int i = 0; i < written.frames().size(); i++) {
      assertArrayEquals(answers.get(i), written.frames().get(i));
    }
  }

  /** What the bytes mean: an independent reading. */
  private record Frames(List<byte[]> frames, boolean isTooLong) {
    static Frames of(byte[] bytes, int end) {
      List<byte[]> frames = new ArrayList<>();
      int at = 0;
      while (end - at >= 4) {
        int length =
            (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
        if (length < 0 || length > LONGEST) {
          return new Frames(frames, true);
        }
        if (length > end - at - 4) {
          break;
        }
        frames.add(Arrays.copyOfRange(bytes, at + 4, at + 4 + length));
        at += 4 + length;
      }
      return new Frames(frames, false);
    }
  }

  /** Counts how often the channel wanted to be read since it was. */
  private static final class Reads extends ChannelOutboundHandlerAdapter {
    private int wanted;

    @Override
    public void read(ChannelHandlerContext context) {
      wanted++;
      context.read();
    }
  }

  private final class Keeping implements Subscriber<Received<ByteBuf>> {
    @Override
    public void onSubscribe(Subscription given) {
      subscription = given;
    }

    @Override
    public void onNext(Received<ByteBuf> message) {
      got.add(bytes(message.message()));
      kept.add(message);
    }

    @Override
    public void onError(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    public void onComplete() {}
  }
}
