package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A stream that is written into a ring. */
@Timeout(120)
class RingSubscriberTest {
  private static final int CAPACITY = 1024;

  @TempDir Path directory;
  private final BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
  private final RingOptions options =
      RingOptions.defaults().batch(CAPACITY / 4).onDropped(dropped::add);
  private final Upstream upstream = new Upstream();
  private IntRing ring;
  private IntWriter writer;
  private IntReader reader;

  @BeforeEach
  void open() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), CAPACITY);
    writer = ring.writer();
    reader = ring.reader();
  }

  @AfterEach
  void close() {
    writer.close();
    reader.close();
    assertEquals(List.of(), List.copyOf(dropped));
  }

  @Test
  void writesEverythingAndCloses() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    int next = 0;
    List<Integer> read = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      while (upstream.outstanding() == 0) {
        reader.drain(read::add, CAPACITY);
      }
      IntBuffer item = IntBuffer.wrap(new int[] {0, next++, next++, next++, 0}, 1, 3);
      upstream.emitted();
      subscriber.onNext(item);
      assertEquals(1, item.position());
    }
    subscriber.onComplete();
    while (reader.peer() == Peer.ALIVE) {}
    reader.drain(read::add, CAPACITY);
    assertEquals(Recorder.range(0, 3000), read);
    assertEquals(Peer.CLOSED, reader.peer());
    assertFalse(upstream.cancelled);
  }

  @Test
  void aFullRingMeansNoDemand() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    assertEquals(4, upstream.awaitRequest());
    for (int i = 0; i < 4; i++) {
      emit(subscriber, new int[CAPACITY / 4]);
    }
    assertEquals(CAPACITY, reader.available());
    Thread.sleep(50);
    assertEquals(0, upstream.outstanding());
    reader.drain(value -> {}, CAPACITY / 4 - 1);
    Thread.sleep(50);
    assertEquals(0, upstream.outstanding());
    reader.poll();
    assertEquals(1, upstream.awaitRequest());
    emit(subscriber, new int[] {7});
    subscriber.onComplete();
  }

  @Test
  void anItemThatIsTooLargeIsWrittenInPieces() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    int[] large = Recorder.range(0, 5 * CAPACITY).stream().mapToInt(i -> i).toArray();
    int[] more = Recorder.range(5 * CAPACITY, 6 * CAPACITY).stream().mapToInt(i -> i).toArray();
    emit(subscriber, large);
    large[4 * CAPACITY] = -1; // it was copied
    emit(subscriber, more);
    subscriber.onComplete();
    List<Integer> read = new ArrayList<>();
    while (reader.drain(read::add, CAPACITY) > 0 || reader.peer() == Peer.ALIVE) {}
    reader.drain(read::add, CAPACITY);
    assertEquals(Recorder.range(0, 6 * CAPACITY), read);
  }

  @Test
  void anErrorOfTheUpstreamIsAFailureBehindTheItems() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1, 2});
    RuntimeException error = new RuntimeException("of the upstream");
    subscriber.onError(error);
    assertSame(error, dropped.take());
    assertEquals(Peer.FAILED, reader.peer());
    assertEquals(2, reader.available());
    assertFalse(upstream.cancelled);
  }

  @Test
  void aReaderThatClosesCancelsTheUpstream() throws Exception {
    subscribe();
    upstream.awaitRequest();
    reader.close();
    PeerLostException lost = assertInstanceOf(PeerLostException.class, dropped.take());
    assertEquals(Peer.CLOSED, lost.peer());
    assertTrue(upstream.cancelled);
    ring.writer().close(); // the other one has left
  }

  @Test
  void aReaderThatWasGoneBeforeDoesNotCount() throws Exception {
    reader.close();
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1});
    Thread.sleep(200);
    reader = ring.reader();
    assertEquals(1, reader.poll());
    assertFalse(upstream.cancelled);
    subscriber.onComplete();
  }

  @Test
  void aReaderThatDiesCancelsTheUpstream() throws Exception {
    reader.close();
    subscribe();
    try (Child child = Child.start(Holder.class, "reader", ring.file())) {
      assertEquals("reader of " + ring.file(), child.line());
      child.kill();
    }
    PeerLostException lost = assertInstanceOf(PeerLostException.class, dropped.take());
    assertEquals(Peer.DEAD, lost.peer());
    assertTrue(upstream.cancelled);
  }

  @Test
  void waitsForTheSuccessorOfADeadReader() throws Exception {
    reader.close();
    Subscriber<IntBuffer> subscriber =
        subscribe(writer.subscriber(options.peerLoss(PeerLoss.WAIT)));
    upstream.awaitRequest();
    try (Child child = Child.start(Holder.class, "reader", ring.file())) {
      assertEquals("reader of " + ring.file(), child.line());
      child.kill();
    }
    emit(subscriber, new int[] {1, 2, 3});
    Thread.sleep(200);
    assertFalse(upstream.cancelled);
    reader = ring.reader();
    assertEquals(3, reader.drain(value -> {}, 9));
    subscriber.onComplete();
  }

  @Test
  void anItemWithoutDemandEndsTheStream() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    long requested = upstream.awaitRequest();
    for (long i = 0; i < requested; i++) {
      emit(subscriber, new int[CAPACITY / 4]);
    }
    subscriber.onNext(IntBuffer.wrap(new int[] {1}));
    assertTrue(dropped.take().toString().contains("an item was emitted without demand (§1.1)"));
    assertTrue(upstream.cancelled);
    assertEquals(Peer.FAILED, reader.peer());
    assertEquals(CAPACITY, reader.available());
  }

  @Test
  void closingTheWriterCancelsTheUpstream() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1});
    writer.close();
    while (reader.peer() == Peer.ALIVE) {}
    assertEquals(Peer.CLOSED, reader.peer());
    assertTrue(upstream.cancelled);
    subscriber.onNext(IntBuffer.wrap(new int[] {2})); // §2.8
    writer = ring.writer();
    assertEquals(1, writer.published());
    subscribe(writer.subscriber(options));
  }

  @Test
  void aClosedWriterRefusesTheSubscription() throws Exception {
    writer.close();
    subscribe();
    assertInstanceOf(IllegalStateException.class, dropped.take());
    assertTrue(upstream.cancelled);
  }

  @Test
  void anUpstreamThatThrowsEndsTheStream() throws Exception {
    RuntimeException thrown = new RuntimeException("of request");
    writer
        .subscriber(options)
        .onSubscribe(
            new Subscription() {
              @Override
              public void request(long n) {
                throw thrown;
              }

              @Override
              public void cancel() {}
            });
    assertSame(thrown, dropped.take());
    assertEquals(Peer.FAILED, reader.peer());
  }

  @Test
  void messagesThatAreRequestedFit() throws Exception {
    MessageRing messages = MessageRing.create(directory.resolve("messages"), 4096);
    try (MessageWriter messageWriter = messages.writer();
        MessageReader messageReader = messages.reader()) {
      MessageSink sink = new MessageSink(messageWriter, options);
      for (int i = 0; i < 1000; i++) {
        int room = sink.room();
        assertTrue(room > 0 || messageReader.hasNext());
        for (int k = 0; k < room; k++) {
          assertTrue(sink.write(ByteBuffer.allocate(512 - i % 200)), "it did not fit");
        }
        messageReader.drain(message -> {}, 1 + i % 5);
      }
    }
  }

  @Test
  void aMessageThatIsImpossibleEndsTheStream() throws Exception {
    MessageRing messages = MessageRing.create(directory.resolve("messages"), 4096);
    try (MessageWriter messageWriter = messages.writer();
        MessageReader messageReader = messages.reader()) {
      Subscriber<ByteBuffer> subscriber = messageWriter.subscriber(options);
      subscriber.onSubscribe(upstream);
      upstream.awaitRequest();
      subscriber.onNext(ByteBuffer.allocate(3));
      subscriber.onNext(ByteBuffer.allocate(513));
      assertTrue(dropped.take().toString().contains("a message has from 1 to 512 bytes"));
      assertEquals(Peer.FAILED, messageReader.peer());
      assertTrue(upstream.cancelled);
      assertEquals(1, messageReader.drain(message -> {}, 9));
    }
  }

  @Test
  void severalThreadsWriteThroughASerializer() throws Exception {
    SerializedSink<IntBuffer> sink =
        Serializer.<IntBuffer>bounded(64, Overflow.DROP_NEWEST).sink();
    sink.subscribe(writer.subscriber(options.batch(1)));
    List<Thread> threads = new ArrayList<>();
    BlockingQueue<EmitResult> refused = new LinkedBlockingQueue<>();
    for (int t = 0; t < 4; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 5000; i++) {
                  IntBuffer item = IntBuffer.wrap(new int[] {number << 16 | i});
                  EmitResult result = sink.emit(item, Duration.ofMinutes(1));
                  if (result != EmitResult.DELIVERED && result != EmitResult.QUEUED) {
                    refused.add(result);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    int[] next = new int[4];
    for (int read = 0; read < 20_000; ) {
      read += reader.drain(value -> assertEquals(next[value >> 16]++, value & 0xffff), 64);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), List.copyOf(refused));
    sink.tryComplete();
    while (reader.peer() == Peer.ALIVE) {}
    assertEquals(Peer.CLOSED, reader.peer());
  }

  @Test
  void oneRingFeedsAnother() throws Exception {
    IntRing second = IntRing.create(directory.resolve("second"), 2048);
    try (IntReader end = second.reader()) {
      reader
          .publisher(RingOptions.defaults().views().batch(100))
          .subscribe(second.writer().subscriber(options));
      List<Integer> read = new ArrayList<>();
      for (int i = 0; i < 100_000; i++) {
        while (!writer.offer(i)) {
          end.drain(read::add, 2048);
        }
      }
      writer.close();
      while (end.drain(read::add, 2048) > 0 || end.peer() == Peer.ALIVE) {}
      end.drain(read::add, 2048);
      assertEquals(Recorder.range(0, 100_000), read);
    }
  }

  private Subscriber<IntBuffer> subscribe() {
    return subscribe(writer.subscriber(options));
  }

  private Subscriber<IntBuffer> subscribe(Subscriber<IntBuffer> subscriber) {
    subscriber.onSubscribe(upstream);
    return subscriber;
  }

  private void emit(Subscriber<IntBuffer> subscriber, int[] ints) {
    assertTrue(upstream.outstanding() > 0);
    upstream.emitted();
    subscriber.onNext(IntBuffer.wrap(ints));
  }

  /** Counts what is requested. */
  private static final class Upstream implements Subscription {
    private long outstanding; // guarded by this
    volatile boolean cancelled;

    @Override
    public synchronized void request(long n) {
      outstanding += n;
      notifyAll();
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    synchronized long outstanding() {
      return outstanding;
    }

    synchronized void emitted() {
      outstanding--;
    }

    synchronized long awaitRequest() throws InterruptedException {
      while (outstanding == 0) {
        wait();
      }
      return outstanding;
    }
  }
}
