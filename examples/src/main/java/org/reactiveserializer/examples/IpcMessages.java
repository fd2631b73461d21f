package org.reactiveserializer.examples;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.io.ring.MessageReader;
import org.reactiveserializer.io.ring.MessageRing;
import org.reactiveserializer.io.ring.MessageWriter;
import org.reactiveserializer.io.ring.RingOptions;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Threads of one process emit messages into a serialized sink, which feeds a ring in a file. A
 * second process prints them: 1,000 lines as "message 7 of main", in no order.
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target; rm -f messages.ring
 * CP='classes:lib/*'
 * example() { java -cp "$CP" "org.reactiveserializer.examples.$@"; }
 * example IpcMessages read messages.ring &
 * example IpcMessages write messages.ring
 * }</pre>
 */
public final class IpcMessages implements Subscriber<ByteBuffer> {
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Writes or reads. The arguments: {@code write} or {@code read}, and the file. */
  public static void main(String[] args) throws Exception {
    MessageRing ring = MessageRing.createOrAttach(Path.of(args[1]), 1 << 16);
    if (args[0].equals("write")) {
      write(ring.writer());
    } else {
      IpcMessages subscriber = new IpcMessages();
      MessageReader reader = ring.reader();
      reader.publisher(RingOptions.defaults()).subscribe(subscriber);
      subscriber.ended.await();
      reader.close();
    }
  }

  private static void write(MessageWriter writer) throws InterruptedException {
    SerialSink<ByteBuffer> sink = Serializer.withDefaults().sink();
    sink.subscribe(writer.subscriber(RingOptions.defaults()));
    IntStream.range(0, 1000)
        .parallel()
        .mapToObj(i -> "message " + i + " of " + Thread.currentThread().getName())
        .forEach(text -> sink.tryEmit(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    sink.tryComplete();
    if (!writer.awaitClosed(Duration.ofMinutes(1)) || writer.closeCause() != null) {
      throw new IllegalStateException("not all was written", writer.closeCause());
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ByteBuffer message) {
    System.out.println(StandardCharsets.UTF_8.decode(message));
  }

  @Override
  public void onError(Throwable error) {
    error.printStackTrace();
    ended.countDown();
  }

  @Override
  public void onComplete() {
    ended.countDown();
  }
}
