package org.reactiveserializer.tck;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** A sink that several threads feed at once, as many items as may wait ahead of the subscriber. */
public class SinkVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;
  private static final int AHEAD = 100;
  private static final long A_MOMENT = 100_000;
  private static final Duration LONG = Duration.ofDays(1);
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "sink-producer");
            thread.setDaemon(true);
            return thread;
          });

  private final Serializer<String> serializer;

  public SinkVerification() {
    this(Serializer.unbounded());
  }

  SinkVerification(Serializer<String> serializer) {
    super(new TestEnvironment());
    this.serializer = serializer;
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-sink.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    SerializedSink<String> sink = serializer.sink();
    if (elements == 0) {
      sink.tryComplete();
    }
    AtomicLong begun = new AtomicLong();
    AtomicLong finished = new AtomicLong();
    for (int i = 0; i < PRODUCERS; i++) {
      THREADS.execute(
          () -> {
            while (begun.getAndIncrement() < elements && emit(sink)) {
              if (finished.incrementAndGet() == elements) {
                sink.tryComplete();
              }
            }
          });
    }
    return sink;
  }

  private static boolean emit(SerializedSink<String> sink) {
    while (sink.backlog() > AHEAD) {
      LockSupport.parkNanos(A_MOMENT); // where there is no bound: the publisher may be without an end
    }
    return sink.emit("item", LONG).isAccepted();
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerializedSink<String> sink = serializer.sink();
    sink.tryFail(new IllegalStateException("failed before anybody subscribed"));
    return sink;
  }
}
