package org.reactiveserializer.benchmarks.io.answers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/**
 * Many senders, each with a socket and one request under way: the next one follows when the answer
 * has arrived. A request without an answer is sent again after a while. One thread runs all
 * senders.
 */
public final class Senders implements Role {
  private static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LOOK_MILLIS = 20;

  /** How much longer to wait if nothing was answered. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final List<Sender> senders = new ArrayList<>();
  private final ByteBuffer answer = ByteBuffer.allocateDirect(2 * Text.ROOM);
  private long now;
  private long answered;
  private long sentAgain;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    InetSocketAddress server =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), parameters.integer("port"));
    try (Selector selector = Selector.open()) {
      int count = parameters.integer("senders");
      now = System.nanoTime();
      for (int i = 0; i < count; i++) {
        senders.add(new Sender(i, count, server, selector));
      }
      run(selector, parameters.number("warmup"));
      long answeredBefore = answered;
      long sentAgainBefore = sentAgain;
      long start = System.nanoTime();
      run(selector, parameters.number("millis"));
      parent.send(
          "answered",
          new Parameters()
              .with("count", answered - answeredBefore)
              .with("again", sentAgain - sentAgainBefore)
              .with("nanos", System.nanoTime() - start));
    }
  }

  private void run(Selector selector, long millis) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long look = System.nanoTime() + LOOK_NANOS;
    long latest = end + PATIENCE_NANOS;
    long before = answered;
    while (now - end < 0 || answered == before && now - latest < 0) {
      selector.select(key -> ((Sender) key.attachment()).read(), LOOK_MILLIS);
      now = System.nanoTime();
      if (now - look >= 0) {
        look = now + LOOK_NANOS;
        for (Sender sender : senders) {
          sender.sendAgainIfLate();
        }
      }
    }
  }

  /** One sender. Its requests have the numbers {@code first}, {@code first + step}, and so on. */
  private final class Sender {
    private final DatagramChannel channel;
    private final int step;
    private final ByteBuffer request = ByteBuffer.allocateDirect(Text.ROOM);
    private final ByteBuffer expected = ByteBuffer.allocateDirect(Text.ROOM);
    private int number;
    private long sentAt;
    private int sendings; // of the current request
    private int late; // answers that may still arrive for a former request

    Sender(int first, int step, InetSocketAddress server, Selector selector) throws IOException {
      this.step = step;
      number = first;
      request.put(Text.request(first)).flip();
      expected.put(Text.answer(first)).flip();
      channel = DatagramChannel.open();
      channel.configureBlocking(false);
      channel.connect(server);
      channel.register(selector, SelectionKey.OP_READ, this);
      send();
    }

    private void send() throws IOException {
      request.rewind();
      sentAt = now;
      sendings++;
      try {
        channel.write(request); // if there is no room, it is sent again later
      } catch (PortUnreachableException ended) {
        throw new FaultyDeliveryException("the server has closed its socket");
      }
    }

    void sendAgainIfLate() throws IOException {
      if (now - sentAt > TIMEOUT_NANOS) {
        sentAgain++;
        send();
      }
    }

    void read() {
      try {
        answer.clear();
        if (channel.read(answer) >= 0 && answer.position() > 0) {
          receive();
        }
      } catch (IOException failed) {
        throw new FaultyDeliveryException("the socket failed: " + failed);
      }
    }

    private void receive() throws IOException {
      answer.flip();
      expected.rewind();
      if (expected.mismatch(answer) < 0) {
        answered++;
        late += sendings - 1;
        sendings = 0;
        number += step;
        Text.renumber(request, request.limit(), number);
        Text.renumber(expected, expected.limit(), number);
        send();
      } else if (isFormer()) {
        late--;
      } else {
        throw new FaultyDeliveryException("a wrong answer: " + text());
      }
    }

    /** Whether the answer belongs to a former request, of which more than one copy was sent. */
    private boolean isFormer() {
      if (late == 0) {
        return false;
      }
      String text = text();
      try {
        int its = Integer.parseUnsignedInt(text, 0, 8, 16);
        return its - number < 0 && text.equals(text(Text.answer(its)));
      } catch (IndexOutOfBoundsException | NumberFormatException foreign) {
        return false;
      }
    }

    private String text() {
      byte[] bytes = new byte[answer.limit()];
      answer.get(0, bytes);
      return text(bytes);
    }

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
