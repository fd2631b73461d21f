package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;

/** A stream that is written into a ring. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingSubscriberTest extends RingSubscriberFixture {
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
    awaitClosed(writer);
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
    awaitWritten(CAPACITY);
    awaitHeartbeats(writer);
    assertEquals(0, upstream.outstanding());
    reader.drain(value -> {}, CAPACITY / 4 - 1);
    awaitHeartbeats(writer);
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
  void whatWaitsIsWrittenWithoutAnotherSignal() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    assertEquals(4, upstream.awaitRequest());
    emit(subscriber, new int[5 * CAPACITY]);
    for (int read = 0; read < 5 * CAPACITY; ) {
      read += reader.drain(value -> {}, CAPACITY);
    }
    emit(subscriber, new int[] {7});
    awaitWritten(1);
    assertEquals(7, reader.poll());
    subscriber.onComplete();
  }

  /** Items larger than the room that was made for them wait, while others are emitted and read. */
  @Test
  void itemsOfAnySizeStayInOrder() throws Exception {
    itemsOfAnySizeStayInOrder(100_000);
  }

  @Test
  @Tag("thorough")
  void itemsOfAnySizeStayInOrderAtLength() throws Exception {
    itemsOfAnySizeStayInOrder(5_000_000);
  }

  /** There is room for a small item, but the rest of a large one comes first; not in the twin. */
  @Test
  void aSmallItemIsNotWrittenPastALargeOne() {
    IntSink sink = new IntSink(writer, options);
    smallBehindLarge(sink, sink::write);
    assertThrows(AssertionError.class, () -> smallBehindLarge(sink, sink::offer));
  }

  private void smallBehindLarge(IntSink sink, Consumer<IntBuffer> write) {
    assertFalse(sink.write(IntBuffer.wrap(IntStream.range(0, CAPACITY + 2).toArray())));
    List<Integer> read = new ArrayList<>();
    reader.drain(read::add, 3);
    write.accept(IntBuffer.wrap(new int[] {CAPACITY + 2}));
    assertTrue(sink.flush());
    while (reader.drain(read::add, CAPACITY) > 0) {} // up to the end of the memory each time
    assertEquals(Recorder.range(0, CAPACITY + 3), read);
  }

  /** Those that wait are written in turn by the thread that emits and by the stream's own. */
  private void itemsOfAnySizeStayInOrder(int count) throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe(writer.subscriber(options.batch(50)));
    Thread emitter =
        new Thread(
            () -> {
              Random random = new Random(3);
              for (int next = 0; next < count && !upstream.cancelled; ) {
                if (upstream.outstanding() > 0) {
                  int[] item = new int[Math.min(count - next, random.nextInt(120))];
                  for (int i = 0; i < item.length; i++) {
                    item[i] = next++;
                  }
                  emit(subscriber, item);
                }
              }
              subscriber.onComplete();
            });
    emitter.start();
    Random random = new Random(4);
    int[] next = {0};
    while (next[0] < count) {
      reader.drain(value -> assertEquals(next[0]++, value), random.nextInt(300));
    }
    emitter.join();
    awaitClosed(writer);
    assertEquals(0, reader.available());
  }

  /** Or else two subscribers behind a multicast could not get the same item at the same time. */
  @Test
  void thePositionOfAnItemIsNotMovedForAMoment() throws Exception {
    IntBuffer item =
        IntBuffer.allocate(1 << 20); // what does not fit is copied, which takes some time
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean moved = new AtomicBoolean();
    Thread watch =
        new Thread(
            () -> {
              while (!done.get()) {
                if (item.position() != 0) {
                  moved.set(true);
                }
              }
            });
    watch.start();
    for (int i = 0; i < 50; i++) {
      assertFalse(new IntSink(writer, options).write(item));
      assertEquals(CAPACITY, reader.drain(value -> {}, CAPACITY));
    }
    done.set(true);
    watch.join();
    assertFalse(moved.get());
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
  void severalThreadsWriteThroughASerializer() throws Exception {
    SerialSink<IntBuffer> sink =
        Serializer.<IntBuffer>withDefaults().bounded(64, Overflow.DROP_NEWEST).sink();
    sink.subscribe(writer.subscriber(options.batch(1)));
    List<Thread> threads = new ArrayList<>();
    BlockingQueue<EmitOutcome> refused = new LinkedBlockingQueue<>();
    for (int t = 0; t < 4; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 5000; i++) {
                  IntBuffer item = IntBuffer.wrap(new int[] {number << 16 | i});
                  EmitOutcome result = sink.emit(item, Duration.ofMinutes(1));
                  if (result != EmitOutcome.DELIVERED && result != EmitOutcome.QUEUED) {
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
    awaitClosed(writer);
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
}
