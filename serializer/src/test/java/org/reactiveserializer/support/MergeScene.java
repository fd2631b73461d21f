package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/** A merge of taps with a recording downstream and recording hooks. */
public final class MergeScene {
  public final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  public final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  public final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  public final Tap<Publisher<Integer>> outer = Tap.named("outer");
  public final Tap<Integer> a = Tap.named("a");
  public final Tap<Integer> b = Tap.named("b");
  public final Tap<Integer> c = Tap.named("c");

  private UnaryOperator<Publisher<Integer>> mapper = source -> source;

  private MergeScene() {}

  /** Creates a scene whose downstream has not subscribed yet. */
  public static MergeScene bare() {
    return new MergeScene();
  }

  /**
   * Creates a merge of any number of sources, unless the settings limit them. Nothing is requested,
   * here and in the methods below.
   */
  public static MergeScene merging(UnaryOperator<Merge<Integer>> settings) {
    return bare().subscribe(Integer.MAX_VALUE, settings);
  }

  /** Creates a merge of any number of sources. */
  public static MergeScene merging(ErrorMode mode) {
    return merging(Integer.MAX_VALUE, mode);
  }

  /** Creates a merge of a limited number of sources at a time. */
  public static MergeScene merging(int concurrency, ErrorMode mode) {
    return bare().subscribe(concurrency, merge -> merge.errors(mode));
  }

  /** Creates a merge with the default settings. */
  public static MergeScene merging() {
    return merging(merge -> merge);
  }

  /** Creates a merge that has subscribed to a and b. */
  public static MergeScene merged(UnaryOperator<Merge<Integer>> settings) {
    MergeScene scene = merging(settings);
    scene.outer.next(scene.a, scene.b);
    return scene;
  }

  /** Creates a merge with the default settings that has subscribed to a and b. */
  public static MergeScene merged() {
    return merged(merge -> merge);
  }

  /** Creates a merge with a mode that has subscribed to a and b. */
  public static MergeScene merged(ErrorMode mode) {
    return merged(merge -> merge.errors(mode));
  }

  /** Subscribes the downstream. */
  public MergeScene subscribe(int concurrency, UnaryOperator<Merge<Integer>> settings) {
    Merge<Integer> merge =
        Merge.<Integer>withDefaults()
            .concurrency(concurrency)
            .onDiscard(discarded::add)
            .onErrorDropped(dropped::add);
    settings
        .apply(merge)
        .<Publisher<Integer>, Integer>flatMap(outer, source -> mapper.apply(source))
        .subscribe(downstream);
    return this;
  }

  /** Replaces the mapper, which by default returns its argument. */
  public MergeScene mapping(UnaryOperator<Publisher<Integer>> mapper) {
    this.mapper = mapper;
    return this;
  }

  public MergeScene request(long n) {
    subscription().request(n);
    return this;
  }

  public Subscription subscription() {
    return downstream.subscription();
  }

  /** Returns the signals that the downstream received, without the subscription. */
  public List<Object> delivered() {
    List<Object> signals = downstream.signals();
    return signals.subList(1, signals.size());
  }
}
