package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.reactiveserializer.io.ring.Idle;
import org.reactiveserializer.io.ring.IntReader;
import org.reactiveserializer.io.ring.IntWriter;
import org.reactiveserializer.io.ring.MessageReader;
import org.reactiveserializer.io.ring.MessageWriter;
import org.reactiveserializer.io.ring.RingOptions;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * This library's rings as Publisher and Subscriber: a publisher that emits what is requested, into
 * the subscriber of one end; the publisher of the other end, into a subscriber that requests
 * without bound. An item is a buffer of ints, or one message.
 */
public final class StreamLink implements Link {
  private static final int RELEASED = 64; // messages that are released together

  @Override
  public Reader reader(Path directory, Shape shape) throws IOException {
    RingOptions options = options(shape).views();
    if (shape.items() == Items.INTS) {
      IntReader ring = RingLink.ints(directory).reader();
      return new StreamReader<>(ring.publisher(options), StreamLink::check, ring::close);
    }
    MessageReader ring = RingLink.messages(directory).reader();
    return new StreamReader<>(
        ring.publisher(options.batch(RELEASED)), StreamLink::check, ring::close);
  }

  private static void check(ByteBuffer message, Check check) {
    check.nextMessage(Message.first(message, message.position(), message.remaining()));
  }

  private static void check(IntBuffer batch, Check check) {
    int end = batch.limit();
    for (int i = batch.position(); i < end; i++) {
      check.next(batch.get(i));
    }
  }

  @Override
  public Writer writer(Path directory, Shape shape) throws IOException {
    if (shape.items() == Items.INTS) {
      IntWriter ring = RingLink.ints(directory).writer();
      int[] batch = new int[shape.batch()];
      IntBuffer view = IntBuffer.wrap(batch);
      return new StreamWriter<>(
          ring.subscriber(options(shape)),
          batch.length,
          first -> {
            for (int i = 0; i < batch.length; i++) {
              batch[i] = (int) first + i;
            }
            return view;
          },
          ring::close);
    }
    MessageWriter ring = RingLink.messages(directory).writer();
    RingOptions options = options(shape).maxMessage(Message.LENGTH);
    ByteBuffer message = ByteBuffer.allocateDirect(Message.LENGTH).order(ByteOrder.nativeOrder());
    return new StreamWriter<>(
        ring.subscriber(options),
        1,
        number -> {
          Message.put(message, 0, number);
          return message;
        },
        ring::close);
  }

  private static RingOptions options(Shape shape) {
    return RingOptions.defaults().idle(Idle.YIELD).batch(shape.batch());
  }

  /** The end that reads: a subscriber. */
  private record StreamReader<T>(
      Publisher<T> publisher, BiConsumer<T, Check> unpacking, Runnable closing) implements Reader {
    @Override
    public void run(Check check, BooleanSupplier isOver) throws Exception {
      Unbounded<T> subscriber = new Unbounded<>(check, unpacking);
      publisher.subscribe(subscriber);
      subscriber.await(isOver);
    }

    @Override
    public void close() {
      closing.run();
    }
  }

  /** The end that writes: a publisher. */
  private record StreamWriter<T>(
      Subscriber<T> subscriber, int step, LongFunction<T> items, Runnable closing)
      implements Writer {
    @Override
    public long run(BooleanSupplier isOver) throws Exception {
      Emitter<T> emitter = new Emitter<>(subscriber, items, step, isOver);
      subscriber.onSubscribe(emitter);
      return emitter.await();
    }

    @Override
    public void close() {
      closing.run();
    }
  }
}
