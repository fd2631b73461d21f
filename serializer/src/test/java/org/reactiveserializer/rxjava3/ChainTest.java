package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.TwoThreads;
import org.reactivestreams.Publisher;

/**
 * The operator in a chain of other operators, which fuse where they can: no item is lost or
 * reordered.
 */
class ChainTest {
  private static final int ROUNDS = 50;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final SerializeOperator<Integer> operator = RxSerializer.serialize();

  @Test
  void aRawPublisherComposed() {
    everyRound(raw -> Flowable.fromPublisher(raw).compose(operator));
  }

  @Test
  void aRawPublisherLifted() {
    everyRound(raw -> Flowable.fromPublisher(raw).lift(operator));
  }

  @Test
  void anUnsafelyCreatedFlowable() {
    everyRound(raw -> Flowable.unsafeCreate(raw::subscribe).cast(Integer.class).compose(operator));
  }

  @Test
  void theSecondOfTwoThreadsWaitsForTheFirst() {
    twoThreadsThrough(raw -> Flowable.fromPublisher(raw).compose(operator));
    twoThreadsThrough(raw -> Flowable.fromPublisher(raw).lift(operator));
    twoThreadsThrough(
        raw ->
            Observable.fromPublisher(raw)
                .compose(operator)
                .toFlowable(BackpressureStrategy.MISSING));
    twoThreadsThrough(
        raw ->
            Observable.fromPublisher(raw).lift(operator).toFlowable(BackpressureStrategy.MISSING));
  }

  private static void twoThreadsThrough(Function<Publisher<Integer>, Flowable<Integer>> chain) {
    TwoThreads threads = new TwoThreads();
    var all =
        chain
            .apply(threads.source())
            .doOnNext(threads::through)
            .toList()
            .toCompletionStage()
            .toCompletableFuture();
    threads.run();
    threads.assertArrived(all.join());
  }

  @Test
  void mapAndFilterBefore() {
    everyRound(
        raw ->
            Flowable.fromPublisher(raw)
                .map(n -> n + 1)
                .filter(n -> n > 0)
                .compose(operator)
                .map(n -> n - 1));
  }

  @Test
  void mapAndFilterAfter() {
    everyRound(
        raw ->
            Flowable.fromPublisher(raw)
                .compose(operator)
                .filter(n -> n >= 0)
                .map(n -> n * 2)
                .map(n -> n / 2));
  }

  @Test
  void observeOnAfter() {
    everyRound(
        raw ->
            Flowable.fromPublisher(raw)
                .lift(operator)
                .onBackpressureBuffer()
                .observeOn(Schedulers.computation())
                .map(n -> n)
                .filter(n -> true));
  }

  @Test
  void aRawObservableComposed() {
    everyRound(
        raw -> Observable.wrap(raw).compose(operator).toFlowable(BackpressureStrategy.BUFFER));
  }

  @Test
  void aRawObservableLiftedAmidMapsAndObserveOn() {
    everyRound(
        raw ->
            Observable.wrap(raw)
                .map(n -> n + 1)
                .filter(n -> true)
                .lift(operator)
                .map(n -> n - 1)
                .observeOn(Schedulers.computation())
                .toFlowable(BackpressureStrategy.BUFFER));
  }

  /** A source that offers a queue, and operators that would use it and pass it on. */
  @Test
  void aFusedChainIsCutInTwo() {
    List<Integer> all = Flowable.range(0, 10_000).toList().blockingGet();
    for (ErrorMode mode : ErrorMode.values()) {
      SerializeOperator<Integer> middle =
          RxSerializer.serialize(Serializer.<Integer>withDefaults().errors(mode));
      assertEquals(
          all,
          Flowable.range(0, 10_000)
              .map(n -> n)
              .compose(middle)
              .filter(n -> true)
              .observeOn(Schedulers.computation(), false, 16)
              .lift(middle)
              .map(n -> n)
              .observeOn(Schedulers.single(), false, 1)
              .compose(middle)
              .toList()
              .blockingGet());
      assertEquals(
          all,
          Observable.range(0, 10_000)
              .map(n -> n)
              .compose(middle)
              .filter(n -> true)
              .observeOn(Schedulers.computation())
              .lift(middle)
              .toList()
              .blockingGet());
    }
  }

  @Test
  void demandPassesThroughAFilterOnEitherSide() {
    Flowable.range(1, 100)
        .filter(n -> n % 2 == 0)
        .compose(operator)
        .filter(n -> n % 4 == 0)
        .test(2)
        .assertValues(4, 8)
        .requestMore(1)
        .assertValues(4, 8, 12)
        .assertNotComplete();
  }

  private interface Chain {
    Flowable<Integer> of(Raw raw);
  }

  private void everyRound(Chain chain) {
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> arrived =
          chain.of(new Raw(round)).test().awaitDone(60, TimeUnit.SECONDS).assertComplete().values();
      assertEquals(2 * Raw.ITEMS, arrived.size());
      for (List<Integer> sent : List.of(Raw.first(), Raw.second())) {
        assertEquals(sent, arrived.stream().filter(sent::contains).toList());
      }
    }
    assertEquals(List.of(), plugins.errors);
  }
}
