package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.logbuffer.Header;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscription;

/** Streams in both directions, over an embedded media driver. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AeronStreamsTest {
  private static final String IPC = "aeron:ipc?term-length=64k";
  private static final Duration LONG = Await.LONG;

  private final AeronNode node = Nodes.NODE;
  private final int stream = Nodes.newStream();

  private AeronPublisher<String> receive(String channel) {
    return node.<String>publisher(Texts.READER).open(channel, stream);
  }

  private AeronSubscriber<String> send(String channel) {
    return node.<String>subscriber(Texts.WRITER).open(channel, stream);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        IPC,
        "aeron:udp?endpoint=127.0.0.1:PORT|term-length=64k",
        "aeron:udp?endpoint=224.20.30.39:PORT|interface=127.0.0.1|term-length=64k"
      })
  void fourThreadsSendInOrder(String pattern) throws Exception {
    String channel = Nodes.channel(pattern);
    int each = 5_000;
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronPublisher<String> in = receive(channel);
        AeronSubscriber<String> out = send(channel)) {
      in.subscribe(collecting);
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        String name = "t" + t;
        threads.add(new Thread(() -> emitAll(out, name, each)));
      }
      threads.forEach(Thread::start);
      Map<String, Integer> seen = new HashMap<>();
      for (int i = 0; i < 4 * each; i++) {
        String[] parts = collecting.next().split(":");
        assertEquals(seen.merge(parts[0], 1, Integer::sum) - 1, Integer.parseInt(parts[1]));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(0, collecting.overlaps.get());
      Await.until(() -> out.stats().sent() == 4 * each && out.stats().waiting() == 0);
      assertEquals(4 * each, in.stats().delivered());
    }
  }

  private static void emitAll(AeronSubscriber<String> out, String name, int count) {
    for (int i = 0; i < count; i++) {
      if (!out.emit(name + ":" + i, LONG).isAccepted()) {
        throw new AssertionError("not accepted: " + i);
      }
    }
  }

  @Test
  void fragmentsAreOneItem() throws Exception {
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronPublisher<String> in = receive(IPC);
        AeronSubscriber<String> out = send(IPC)) {
      in.subscribe(collecting);
      String text = "x".repeat(5_000) + "y";
      assertTrue(out.publication().maxPayloadLength() < text.length());
      assertTrue(out.tryEmit(text).isAccepted());
      assertTrue(out.tryEmit("").isAccepted());
      assertEquals(text, collecting.next());
      assertEquals("", collecting.next());
    }
  }

  @Test
  void aTooLongMessageIsRefused() {
    try (AeronSubscriber<String> out = send(IPC)) {
      String text = "x".repeat(9_000);
      MessageTooLongException refused =
          assertThrows(MessageTooLongException.class, () -> out.tryEmit(text));
      assertEquals(9_000, refused.length());
      assertEquals(out.publication().maxMessageLength(), refused.maxLength());
      assertTrue(String.valueOf(refused.getMessage()).contains("9000"), () -> "" + refused);
    }
  }

  @Test
  void withoutDemandTheSenderIsHeldBack() throws Exception {
    Collecting collecting = new Collecting(1);
    try (AeronPublisher<String> in = receive(IPC);
        AeronSubscriber<String> out =
            node.<String>subscriber(Texts.WRITER).queue(8).open(IPC, stream)) {
      in.subscribe(collecting);
      int most = 8 + 2; // a quarter more is at Aeron's door
      int accepted = 0;
      int refused = 0;
      EmitOutcome result = EmitOutcome.QUEUED;
      while (result.isAccepted() || out.stats().waiting() != most) {
        result = out.emit(accepted + "x".repeat(1_000), Duration.ofMillis(500));
        accepted += result.isAccepted() ? 1 : 0;
        refused += result.isAccepted() ? 0 : 1;
      }
      assertTrue(accepted < 200, "no back pressure after " + accepted);
      Await.until(() -> out.stats().backPressured() > 0, out::stats);
      assertEquals(refused, out.stats().refused());
      assertTrue(collecting.next().startsWith("0x"));
      assertNull(collecting.items.poll());
      collecting.subscription().request(Long.MAX_VALUE);
      for (int i = 1; i < accepted; i++) {
        assertTrue(collecting.next().startsWith(i + "x"));
      }
    }
  }

  @Test
  void aSenderWaitsForAReceiver() throws Exception {
    try (AeronSubscriber<String> out = send(IPC)) {
      assertTrue(out.tryEmit("early").isAccepted());
      Await.until(() -> out.stats().notConnected() > 0);
      Collecting collecting = new Collecting(1);
      try (AeronPublisher<String> in = receive(IPC)) {
        in.subscribe(collecting);
        assertEquals("early", collecting.next());
      }
    }
  }

  /** The terminal of the sink needs no demand: it comes while the item is offered again. */
  @Test
  void whatIsOfferedAgainIsSentAfterClose() throws Exception {
    AeronSubscriber<String> out = send(IPC);
    assertTrue(out.tryEmit("early").isAccepted());
    Await.until(() -> out.stats().notConnected() > 0);
    out.close();
    assertEquals(1, out.stats().waiting());
    Collecting collecting = new Collecting(1);
    try (AeronPublisher<String> in = receive(IPC)) {
      in.subscribe(collecting);
      assertEquals("early", collecting.next());
      assertTrue(out.awaitClosed(LONG));
    }
  }

  /** A close cancels the upstream, and so does one that comes before it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCloseCancelsTheUpstream(boolean isClosedBefore) {
    AtomicInteger cancellations = new AtomicInteger();
    AeronSubscriber<String> out = send(IPC);
    if (isClosedBefore) {
      out.close();
    }
    out.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {
            cancellations.incrementAndGet();
          }
        });
    out.close();
    assertEquals(1, cancellations.get());
  }

  @Test
  void aSenderWithoutReceiverEndsIfSet() throws Exception {
    BlockingQueue<String> discarded = new LinkedBlockingQueue<>();
    BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
    AeronSubscriber<String> out =
        node.<String>subscriber(Texts.WRITER)
            .whenNotConnected(NotConnected.END)
            .onDiscard(discarded::add)
            .onErrorDropped(dropped::add)
            .open(IPC, stream);
    out.tryEmit("lost");
    assertTrue(out.awaitClosed(LONG));
    assertEquals("lost", discarded.poll(60, TimeUnit.SECONDS));
    assertInstanceOf(NotSentException.class, dropped.poll(60, TimeUnit.SECONDS));
    assertInstanceOf(NotSentException.class, out.failure());
    assertFalse(out.tryEmit("late").isAccepted());
    assertEquals(1, out.stats().discarded());
  }

  @Test
  void aSenderGivesUpAfterItsLimit() throws Exception {
    AeronSubscriber<String> out =
        node.<String>subscriber(Texts.WRITER)
            .timeLimit(Duration.ofMillis(50))
            .onErrorDropped(e -> {})
            .open(IPC, stream);
    out.tryEmit("lost");
    assertTrue(out.awaitClosed(LONG));
    assertTrue(String.valueOf(out.failure()).contains("within 50 ms"), () -> "" + out.failure());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWaitsIsGivenUpByAbort(boolean isClosedBefore) throws Exception {
    BlockingQueue<String> discarded = new LinkedBlockingQueue<>();
    AeronSubscriber<String> out =
        node.<String>subscriber(Texts.WRITER)
            .onDiscard(discarded::add)
            .onErrorDropped(e -> {})
            .open(IPC, stream);
    for (int i = 0; i < 3; i++) {
      assertTrue(out.tryEmit("i" + i).isAccepted());
    }
    if (isClosedBefore) {
      out.close();
    }
    out.abort();
    assertTrue(out.awaitClosed(LONG));
    List<String> all = new ArrayList<>(discarded);
    all.sort(null);
    assertEquals(List.of("i0", "i1", "i2"), all);
    assertEquals(3, out.stats().discarded());
    assertEquals(0, out.stats().waiting());
    assertFalse(out.tryEmit("late").isAccepted());
  }

  @Test
  void whatWasAcceptedIsSentBeforeTheEnd() throws Exception {
    Collecting collecting = new Collecting(0);
    try (AeronPublisher<String> in =
        node.<String>publisher(Texts.READER).completeAfterLast().open(IPC, stream)) {
      in.subscribe(collecting);
      AeronSubscriber<String> out = send(IPC);
      for (int i = 0; i < 100; i++) {
        assertTrue(out.tryEmit("i" + i).isAccepted());
      }
      out.close();
      assertFalse(out.tryEmit("late").isAccepted());
      collecting.subscription().request(Long.MAX_VALUE);
      for (int i = 0; i < 100; i++) {
        assertEquals("i" + i, collecting.next());
      }
      assertTrue(out.awaitClosed(LONG));
      collecting.awaitEnd();
      assertNull(collecting.error);
      assertTrue(in.awaitClosed(LONG));
    }
  }

  @Test
  void aSuccessorGoesOn() throws Exception {
    BlockingQueue<ImageEvent> events = new LinkedBlockingQueue<>();
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronPublisher<String> in =
        node.<String>publisher(Texts.READER).onImage(events::add).open(IPC, stream)) {
      in.subscribe(collecting);
      for (int i = 0; i < 3; i++) {
        AeronSubscriber<String> out = send(IPC);
        out.tryEmit("of " + i);
        assertEquals("of " + i, collecting.next());
        out.close();
        assertTrue(out.awaitClosed(LONG));
        ImageEvent came = events.poll(60, TimeUnit.SECONDS);
        ImageEvent went = events.poll(60, TimeUnit.SECONDS);
        assertTrue(came.isAvailable());
        assertFalse(went.isAvailable());
        assertEquals(came.sessionId(), went.sessionId());
      }
      assertEquals(3, in.stats().gone());
    }
  }

  /** Aeron allows its callbacks to close nothing. */
  @Test
  void aHookMayCloseTheStream() throws Exception {
    AtomicReference<AeronPublisher<String>> opened = new AtomicReference<>();
    AeronPublisher<String> in =
        node.<String>publisher(Texts.READER)
            .onImage(event -> Objects.requireNonNull(opened.get()).close())
            .open(IPC, stream);
    opened.set(in);
    AeronSubscriber<String> out = send(IPC);
    assertTrue(in.awaitClosed(LONG));
    Collecting late = new Collecting(1);
    in.subscribe(late);
    late.awaitEnd();
    assertInstanceOf(IllegalStateException.class, late.error);
    out.abort();
    assertTrue(out.awaitClosed(LONG));
  }

  /** Otherwise a pause of the thread would not wait any more. */
  @Test
  void anInterruptOfTheSubscriberIsForgotten() throws Exception {
    AtomicReference<Thread> thread = new AtomicReference<>();
    Collecting collecting =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(String item) {
            thread.set(Thread.currentThread());
            Thread.currentThread().interrupt();
            super.accept(item);
          }
        };
    try (AeronPublisher<String> in = receive(IPC);
        AeronSubscriber<String> out = send(IPC)) {
      in.subscribe(collecting);
      for (int i = 0; i < 3; i++) {
        assertTrue(out.emit("i" + i, LONG).isAccepted());
        assertEquals("i" + i, collecting.next());
        Await.until(() -> !Objects.requireNonNull(thread.get()).isInterrupted());
      }
    }
  }

  /** What one sender sends must not end the stream of all. */
  @Attack
  void aMessageThatCannotBeReadIsSkipped() throws Exception {
    BlockingQueue<UnreadableMessage> skipped = new LinkedBlockingQueue<>();
    BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
    Collecting collecting = new Collecting(2);
    IllegalStateException ofHook = new IllegalStateException("of the hook");
    try (AeronPublisher<String> in =
            node.publisher(AeronStreamsTest::readStrictly)
                .onErrorDropped(dropped::add)
                .onUnreadable(
                    message -> {
                      skipped.add(message);
                      throw ofHook;
                    })
                .open(IPC, stream);
        AeronSubscriber<String> bad = send(IPC);
        AeronSubscriber<String> good = send(IPC)) {
      in.subscribe(collecting);
      assertTrue(good.emit("1", LONG).isAccepted());
      assertEquals("1", collecting.next());
      for (String message : List.of("throw", "null", "deep")) {
        assertTrue(bad.emit(message, LONG).isAccepted());
      }
      Await.until(() -> in.stats().unreadable() == 3);
      assertEquals(1, in.stats().requested()); // they took no demand
      assertTrue(good.emit("2", LONG).isAccepted());
      assertEquals("2", collecting.next());
      assertEquals(bad.publication().sessionId(), skipped.element().sessionId());
      assertEquals(
          List.of(
              NumberFormatException.class, NullPointerException.class, StackOverflowError.class),
          skipped.stream().map(message -> message.cause().getClass()).toList());
      assertEquals(bad.publication().position(), List.copyOf(skipped).get(2).position());
      assertEquals(List.of(ofHook, ofHook, ofHook), List.copyOf(dropped));
    }
  }

  @SuppressWarnings("NullAway") // the fault that is tested
  private static String readStrictly(DirectBuffer buffer, int offset, int length, Header header) {
    String text = buffer.getStringWithoutLengthAscii(offset, length);
    switch (text) {
      case "throw" -> throw new NumberFormatException(text);
      case "deep" -> throw new StackOverflowError(text);
      case "null" -> {
        return null;
      }
      default -> {
        return text;
      }
    }
  }

  @Test
  void aReaderThatThrowsEndsTheStreamIfThatIsSet() throws Exception {
    IllegalStateException thrown = new IllegalStateException("of the reader");
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronPublisher<String> in =
            node.<String>publisher(
                    (buffer, offset, length, header) -> {
                      throw thrown;
                    })
                .failOnUnreadable()
                .open(IPC, stream);
        AeronSubscriber<String> out = send(IPC)) {
      in.subscribe(collecting);
      out.tryEmit("x");
      collecting.awaitEnd();
      assertEquals(thrown, collecting.error);
      assertTrue(in.awaitClosed(LONG));
    }
  }

  /** One item that cannot be written must not end the stream of all threads. */
  @Test
  void anItemThatCannotBeWrittenIsGivenUp() throws Exception {
    BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
    BlockingQueue<String> discarded = new LinkedBlockingQueue<>();
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronPublisher<String> in = receive(IPC);
        AeronSubscriber<String> out =
            node.<String>subscriber(new Faulty())
                .onErrorDropped(dropped::add)
                .onDiscard(discarded::add)
                .open(IPC, stream)) {
      in.subscribe(collecting);
      String longer = "longer" + "x".repeat(5_000); // of several fragments
      List<String> bad = List.of("throw", "longer", longer);
      for (String item : bad) {
        assertTrue(out.emit(item, LONG).isAccepted(), item);
      }
      assertThrows(IllegalArgumentException.class, () -> out.tryEmit("negative"));
      assertThrows(IllegalStateException.class, () -> out.tryEmit("length"));
      assertTrue(out.emit("good", LONG).isAccepted());
      assertEquals("good", collecting.next());
      assertEquals(bad, List.copyOf(discarded));
      assertEquals(3, dropped.size());
      assertTrue(String.valueOf(dropped.element()).contains("java.lang.String"));
      assertNull(out.failure());
    }
  }

  /** Throws in one of its methods, or writes more than it says. */
  private static final class Faulty implements MessageWriter<String> {
    @Override
    public int length(String item) {
      if (item.equals("length")) {
        throw new IllegalStateException(item);
      }
      return item.equals("negative") ? -1 : item.length();
    }

    @Override
    public void write(String item, MutableDirectBuffer buffer, int offset) {
      if (item.equals("throw")) {
        throw new IllegalStateException(item);
      }
      buffer.putStringWithoutLengthAscii(offset, item);
      if (item.startsWith("longer")) {
        buffer.putByte(Integer.MAX_VALUE - 8, (byte) 1);
      }
    }
  }

  @Test
  void aSubscriberThatThrowsGetsNothingMore() throws Exception {
    BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
    IllegalStateException thrown = new IllegalStateException("of the subscriber");
    Collecting collecting =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(String item) {
            super.accept(item);
            throw thrown;
          }
        };
    try (AeronPublisher<String> in =
            node.<String>publisher(Texts.READER).onErrorDropped(dropped::add).open(IPC, stream);
        AeronSubscriber<String> out = send(IPC)) {
      in.subscribe(collecting);
      out.tryEmit("1");
      assertTrue(in.awaitClosed(LONG));
      assertEquals(thrown, dropped.poll());
      assertEquals(1, collecting.items.size());
      assertEquals(1, collecting.ended.getCount());
    }
  }

  /** Also without demand. */
  @ParameterizedTest
  @ValueSource(longs = {1, Long.MAX_VALUE})
  void aClientThatIsClosedIsAnError(long demand) throws Exception {
    AeronNode other = AeronNode.external(node.directory());
    Collecting collecting = new Collecting(demand);
    AeronPublisher<String> in = other.<String>publisher(Texts.READER).open(IPC, stream);
    in.subscribe(collecting);
    AeronSubscriber<String> out =
        other.<String>subscriber(Texts.WRITER).onErrorDropped(e -> {}).open(IPC, stream);
    assertTrue(out.emit("x", LONG).isAccepted());
    assertEquals("x", collecting.next());
    other.close();
    collecting.awaitEnd();
    assertInstanceOf(IllegalStateException.class, collecting.error);
    out.tryEmit("y");
    assertTrue(out.awaitClosed(LONG));
    assertInstanceOf(NotSentException.class, out.failure());
  }
}
