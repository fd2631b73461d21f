package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.stress.SoakSource.End;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Scene;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Random merges of merges of sources, and a record of the sources. */
final class MergeTree {
  /** The maximum number of sources of items. */
  static final int MOST_LEAVES = 40;

  private static final int DEEPEST = 3;
  private static final int MOST_CHILDREN = 6;
  private static final int[] LIMITS = {1, 2, 3, 4, 16, 128, Integer.MAX_VALUE};

  private final List<SoakSource<Item>> leaves = new ArrayList<>();
  private final List<SoakSource<?>> outers = new ArrayList<>();
  private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
  private final StringBuilder shape = new StringBuilder();
  private final Random random;
  private final boolean dynamic;
  private final Scene scene;
  private final Executor workers;
  private final int mostItems;
  private final boolean failing;
  private final boolean resting;
  private final Publisher<Item> root;
  private boolean delayed = true;

  MergeTree(Random random, boolean dynamic, Scene scene, Executor workers, int mostItems) {
    this.random = random;
    this.dynamic = dynamic;
    this.scene = scene;
    this.workers = workers;
    this.mostItems = mostItems;
    this.failing = random.nextBoolean();
    this.resting = random.nextInt(4) == 0;
    this.root = merge(1);
  }

  private Publisher<Item> merge(int depth) {
    int concurrency = limit();
    int prefetch = limit();
    ErrorMode mode = random.nextBoolean() ? ErrorMode.IMMEDIATE : ErrorMode.DELAYED;
    delayed &= mode == ErrorMode.DELAYED;
    Merge<Item> merge =
        Merge.<Item>withDefaults()
            .concurrency(concurrency)
            .prefetch(prefetch)
            .errors(mode)
            .onDiscard(scene.outcomes()::discard)
            .onErrorDropped(scene.outcomes()::drop);
    shape.append(String.format("%s(c%d p%d:", mode, concurrency, prefetch));
    List<Publisher<Item>> children = new ArrayList<>();
    int count = random.nextInt(MOST_CHILDREN + 1);
    while (children.size() < count && leaves.size() < MOST_LEAVES) {
      shape.append(' ');
      children.add(depth < DEEPEST && random.nextInt(3) == 0 ? merge(depth + 1) : leaf(prefetch));
    }
    Publisher<Item> merged =
        switch (random.nextInt(3)) {
          case 0 -> dynamic ? downstream -> add(merge, children, downstream) : merge.of(children);
          case 1 -> merge.flatMap(outer(children, concurrency), source -> source);
          default -> flatMap(merge, children, concurrency);
        };
    shape.append(')');
    return merged;
  }

  /** Adds half of the sources before the subscriber has come. */
  private static void add(
      Merge<Item> merge, List<Publisher<Item>> sources, Subscriber<? super Item> downstream) {
    DynamicMerge<Item> merged = merge.mergeDynamic();
    int early = sources.size() / 2;
    sources.subList(0, early).forEach(merged::add);
    merged.subscribe(downstream);
    sources.subList(early, sources.size()).forEach(merged::add);
    merged.close();
  }

  private Publisher<Item> flatMap(
      Merge<Item> merge, List<Publisher<Item>> children, int concurrency) {
    int bad = failing && random.nextInt(4) == 0 ? random.nextInt(MOST_CHILDREN) : -1;
    Failure failure = new Failure("thrown by a mapper");
    List<Integer> numbers = IntStream.range(0, children.size()).boxed().toList();
    return merge.flatMap(
        outer(numbers, concurrency),
        number -> {
          if (number == bad) {
            fails(failure);
            throw failure;
          }
          return children.get(number);
        });
  }

  private <T> Publisher<T> outer(List<T> elements, int concurrency) {
    shape.append(" of ");
    SoakSource<T> outer = source(elements, element -> {}, concurrency);
    outers.add(outer);
    return outer;
  }

  private Publisher<Item> leaf(int prefetch) {
    int producer = leaves.size();
    int count = random.nextInt(4) == 0 ? 0 : random.nextInt(mostItems + 1);
    List<Item> items = IntStream.range(0, count).mapToObj(i -> new Item(producer, i)).toList();
    SoakSource<Item> leaf = source(items, Item::filled, prefetch);
    leaves.add(leaf);
    return leaf;
  }

  private <T> SoakSource<T> source(List<T> elements, Consumer<T> preparation, int limit) {
    End end = End.COMPLETES;
    if (random.nextInt(8) == 0) {
      end = failing ? End.FAILS : resting ? End.RESTS : end;
    }
    SoakSource<T> source = new SoakSource<>(this, elements, preparation, end, limit, random);
    shape.append(source);
    return source;
  }

  private int limit() {
    return LIMITS[random.nextInt(LIMITS.length)];
  }

  // Used by the sources.

  void execute(Runnable task) {
    workers.execute(task);
  }

  void call(Runnable signal) {
    scene.call(signal);
  }

  void fails(Failure failure) {
    failures.add(failure);
  }

  // Used by the round.

  Publisher<Item> root() {
    return root;
  }

  /** Returns whether some sources may never end by themselves. */
  boolean rests() {
    return resting;
  }

  /** Returns whether no error may overtake an item. */
  boolean delays() {
    return delayed;
  }

  /** Returns the errors that sources signalled and mappers threw. */
  Collection<Failure> failures() {
    return failures;
  }

  /** Returns the items that were sent. */
  List<Item> sent() {
    return leaves.stream().flatMap(leaf -> leaf.sent().stream()).toList();
  }

  /** Returns how many sources did not reach their end. */
  int unfinished() {
    return count(source -> !source.isOver());
  }

  /** Returns how many sources were subscribed to, and neither ended nor were cancelled. */
  int running() {
    return count(SoakSource::isRunning);
  }

  /** Returns how many running sources of items have not sent all of them. */
  int stalled() {
    return (int) leaves.stream().filter(leaf -> leaf.isRunning() && leaf.unsent() > 0).count();
  }

  /** Returns how many sources were requested too much of, or cancelled more than once. */
  int overcharged() {
    return count(source -> source.excesses() > 0);
  }

  private int count(Predicate<SoakSource<?>> condition) {
    return (int) Stream.of(leaves, outers).flatMap(List::stream).filter(condition).count();
  }

  @Override
  public String toString() {
    return shape.toString();
  }
}
