package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import java.util.Locale;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Sinks;

/**
 * How long the first sink of a process takes: to make it, to subscribe to it and to emit one item. A
 * process measures once, so the script {@code cold} starts many.
 */
public final class FirstSink {
  private FirstSink() {}

  /** Prints the milliseconds that the first sink of the library named takes. */
  public static void main(String[] arguments) {
    Counting downstream = new Counting();
    long start = System.nanoTime();
    switch (arguments[0]) {
      case "serializer" -> serializer(downstream);
      case "reactor" -> reactor(downstream);
      case "rxjava" -> rxjava(downstream);
      default -> throw new IllegalArgumentException("no such library: " + arguments[0]);
    }
    double millis = (System.nanoTime() - start) / 1e6;
    if (downstream.items != 1) {
      throw new IllegalStateException(downstream.items + " items arrived");
    }
    System.out.printf(Locale.ROOT, "%.1f%n", millis);
  }

  private static void serializer(Subscriber<Integer> downstream) {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    sink.subscribe(downstream);
    sink.tryEmit(1);
  }

  private static void reactor(Subscriber<Integer> downstream) {
    Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
    sink.asFlux().subscribe(downstream);
    sink.tryEmitNext(1);
  }

  private static void rxjava(Subscriber<Integer> downstream) {
    FlowableProcessor<Integer> sink = UnicastProcessor.<Integer>create().toSerialized();
    sink.subscribe(downstream);
    sink.onNext(1);
  }

  private static final class Counting implements Subscriber<Integer> {
    private int items;

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
      items++;
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
