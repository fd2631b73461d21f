package org.reactiveserializer.benchmarks.keyed;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** What handles items in the order of their keys, on a pool with as many threads as processors. */
public enum KeyedContender {
  /** A keyed sink, on the pool. */
  KEYED {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      emit(load, KeyedSerializer.by((Long item) -> load.key(item)).on(pool));
    }
  },

  /** A keyed sink, on the threads that it has by default. */
  KEYED_DEFAULT {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      emit(load, KeyedSerializer.by((Long item) -> load.key(item)));
    }
  },

  /** A thread for each stripe of keys: a slow key holds up all of its stripe. */
  STRIPED {
    @Override
    void run(KeyedLoad load, ExecutorService pool) throws InterruptedException {
      List<ExecutorService> stripes = new ArrayList<>();
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        stripes.add(Executors.newSingleThreadExecutor());
      }
      CountDownLatch ends = new CountDownLatch(stripes.size());
      for (long item = 0; item < load.items(); item++) {
        long next = item;
        stripes
            .get(load.key(next) % stripes.size())
            .execute(() -> load.handle(load.key(next), next));
      }
      stripes.forEach(stripe -> stripe.execute(ends::countDown));
      ends.await();
      stripes.forEach(ExecutorService::shutdown);
    }
  },

  /** RxJava: groups that change to the pool, merged without a limit. */
  RXJAVA_OBSERVE_ON {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      var scheduler = Schedulers.from(pool);
      Flowable.rangeLong(0, load.items())
          .groupBy(load::key)
          .flatMap(
              group ->
                  group.observeOn(scheduler).doOnNext(item -> load.handle(group.getKey(), item)),
              Integer.MAX_VALUE)
          .blockingSubscribe();
    }
  },

  /** RxJava: {@code groupBy} and {@code concatMap}. */
  RXJAVA_CONCAT_MAP {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      var scheduler = Schedulers.from(pool);
      Flowable.rangeLong(0, load.items())
          .groupBy(load::key)
          .flatMap(
              group ->
                  group.concatMap(
                      item ->
                          Flowable.fromCallable(() -> load.handle(group.getKey(), item))
                              .subscribeOn(scheduler)),
              Integer.MAX_VALUE)
          .blockingSubscribe();
    }
  },

  /** Reactor: {@code groupBy} and {@code publishOn}. */
  REACTOR_PUBLISH_ON {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      Scheduler scheduler = reactor.core.scheduler.Schedulers.fromExecutorService(pool);
      numbers(load)
          .groupBy(load::key)
          .flatMap(
              group -> group.publishOn(scheduler).doOnNext(item -> load.handle(group.key(), item)),
              Integer.MAX_VALUE)
          .blockLast(LIMIT);
    }
  },

  /** Reactor: {@code groupBy} and {@code concatMap}. */
  REACTOR_CONCAT_MAP {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      Scheduler scheduler = reactor.core.scheduler.Schedulers.fromExecutorService(pool);
      numbers(load)
          .groupBy(load::key)
          .flatMap(
              group ->
                  group.concatMap(
                      item ->
                          Mono.fromCallable(() -> load.handle(group.key(), item))
                              .subscribeOn(scheduler)),
              Integer.MAX_VALUE)
          .blockLast(LIMIT);
    }
  },

  /** Mutiny: {@code group().by} and {@code transformToUniAndConcatenate}. */
  MUTINY_CONCATENATE {
    @Override
    void run(KeyedLoad load, ExecutorService pool) {
      Multi.createFrom()
          .range(0, (int) load.items())
          .group()
          .by(number -> load.key(number))
          .onItem()
          .transformToMulti(
              group ->
                  group
                      .onItem()
                      .transformToUniAndConcatenate(
                          number ->
                              Uni.createFrom()
                                  .item(() -> load.handle(group.key(), number))
                                  .runSubscriptionOn(pool)))
          .merge(Integer.MAX_VALUE)
          .collect()
          .last()
          .await()
          .atMost(LIMIT);
    }
  };

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** So many items wait in a sink; as many as stay in the caches of a processor. */
  private static final int WAITING = 1 << 14;

  /** Handles all items, each key's in order, and returns after that. */
  abstract void run(KeyedLoad load, ExecutorService pool) throws InterruptedException;

  private static void emit(KeyedLoad load, KeyedSerializer<Integer, Long> settings) {
    KeyedSink<Integer, Long> sink = settings.bounded(1 << 10, WAITING).handle(load::handle);
    for (long item = 0; item < load.items(); item++) {
      while (!sink.emit(item, LIMIT).isAccepted()) {
        Thread.onSpinWait();
      }
    }
    sink.close().toCompletableFuture().join();
  }

  private static Flux<Long> numbers(KeyedLoad load) {
    return Flux.range(0, (int) load.items()).map(Integer::longValue);
  }
}
