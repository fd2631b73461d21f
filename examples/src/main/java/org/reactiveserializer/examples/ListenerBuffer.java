package org.reactiveserializer.examples;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;

/**
 * A listener that is called by four threads, and saves its events in batches, each of which takes a while. With
 * {@code retry} a callback tries again for 50 ms while another thread emits: then its event is lost. With {@code many}
 * it leaves the event to the thread that saves, and returns.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ListenerBuffer retry
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ListenerBuffer many
 * }</pre>
 */
public final class ListenerBuffer {
  private static final int THREADS = 4;
  private static final int EVENTS = 250; // of each thread
  private static final int BATCH = 100;

  private static final AtomicInteger LOST = new AtomicInteger();
  private static int saved; // by one thread at a time: the subscriber is serial

  /** Emits events. The argument: {@code retry} or {@code many}. */
  public static void main(String[] args) throws InterruptedException {
    boolean retries = args[0].equals("retry");
    Sinks.Many<Integer> many =
        retries
            ? Sinks.many().unicast().onBackpressureBuffer()
            : ReactorSerializer.many(
                Serializer.withDefaults().bounded(THREADS * EVENTS, Overflow.ERROR));
    CountDownLatch end = new CountDownLatch(1);
    many.asFlux().buffer(BATCH).doOnComplete(end::countDown).subscribe(ListenerBuffer::save);
    Runnable all = () -> IntStream.range(0, EVENTS).forEach(event -> emit(many, event, retries));
    List<Thread> threads = Stream.generate(() -> new Thread(all)).limit(THREADS).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    many.tryEmitComplete();
    end.await();
    System.out.printf("%d saved, %s lost, of %d threads%n", saved, LOST, threads.size());
  }

  /** The callback. */
  private static void emit(Sinks.Many<Integer> many, int event, boolean retries) {
    try {
      if (retries) {
        many.emitNext(event, EmitFailureHandler.busyLooping(Duration.ofMillis(50)));
      } else {
        many.tryEmitNext(event).orThrow();
      }
    } catch (Sinks.EmissionException givenUp) {
      LOST.incrementAndGet();
    }
  }

  private static void save(List<Integer> batch) {
    try {
      Thread.sleep(100); // a database that is busy
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    saved += batch.size();
  }
}
