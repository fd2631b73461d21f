package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Other ways for several threads to use one exclusive publication of Aeron: what a user could write, and a
 * design that was rejected ({@code docs/decisions/0026-threads-that-take-turns.md}).
 */
public final class AeronDesigns {
  private static final int QUEUE = 1024;
  private static final int CROWD = 64;
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private AeronDesigns() {}

  /** A lock around the publication. */
  public static final class Locked extends AeronThreadsLink {
    @Override
    LongPredicate outlet(Aeron aeron, String channel) {
      LongPredicate publication = exclusive(aeron, channel);
      ReentrantLock lock = new ReentrantLock();
      return first -> {
        lock.lock();
        try {
          return publication.test(first);
        } finally {
          lock.unlock();
        }
      };
    }
  }

  /** A queue in front of a thread that uses the publication alone. */
  public static final class Queued extends AeronThreadsLink {
    @Override
    LongPredicate outlet(Aeron aeron, String channel) {
      LongPredicate publication = exclusive(aeron, channel);
      ManyToOneConcurrentArrayQueue<Long> queue = new ManyToOneConcurrentArrayQueue<>(QUEUE);
      Thread sender = new Thread(() -> send(queue, publication), "sender");
      sender.setDaemon(true); // it ends with the process
      sender.start();
      return queue::offer;
    }

    private static void send(ManyToOneConcurrentArrayQueue<Long> queue, LongPredicate publication) {
      while (true) {
        Long first = queue.poll();
        if (first != null) {
          insist(publication, first);
        } else {
          Thread.onSpinWait();
        }
      }
    }
  }

  /** This library's sink without a bound; threads pause while many items wait. */
  public static final class Gated extends AeronThreadsLink {
    @Override
    LongPredicate outlet(Aeron aeron, String channel) {
      LongPredicate publication = exclusive(aeron, channel);
      SerialSink<Long> sink = Serializer.<Long>withDefaults().sink();
      sink.subscribe(new Sender(publication));
      return first -> {
        if (sink.backlog() > CROWD) {
          while (sink.backlog() > CROWD / 2) {
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        }
        return sink.tryEmit(first).isAccepted();
      };
    }
  }

  /** The subscriber behind that sink. */
  private static final class Sender implements Subscriber<Long> {
    private final LongPredicate publication;

    Sender(LongPredicate publication) {
      this.publication = publication;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Long first) {
      insist(publication, first);
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException("the sink failed", error);
    }

    @Override
    public void onComplete() {}
  }

  private static void insist(LongPredicate publication, long first) {
    while (!publication.test(first)) {
      Thread.onSpinWait();
    }
  }
}
