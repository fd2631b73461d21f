package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/** A merge of taps into a recorded downstream, with recorded hooks. */
public final class MergeScene {
  public final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  public final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  public final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  public final Tap<Publisher<Integer>> outer = Tap.named("outer");
  public final Tap<Integer> a = Tap.named("a");
  public final Tap<Integer> b = Tap.named("b");
  public final Tap<Integer> c = Tap.named("c");

  private MergeScene() {}

  /** Of as many sources as are brought, unless the settings say otherwise. Nothing is requested. */
  public static MergeScene merging(UnaryOperator<Merge<Integer>> settings) {
    MergeScene scene = new MergeScene();
    Merge<Integer> merge =
        Merge.<Integer>concurrency(Integer.MAX_VALUE)
            .onDiscard(scene.discarded::add)
            .onDropped(scene.dropped::add);
    settings.apply(merge).<Integer>merge(scene.outer).subscribe(scene.downstream);
    return scene;
  }

  /** With the default settings. */
  public static MergeScene merging() {
    return merging(merge -> merge);
  }

  /** That, with a and b subscribed to. */
  public static MergeScene merged(UnaryOperator<Merge<Integer>> settings) {
    MergeScene scene = merging(settings);
    scene.outer.next(scene.a, scene.b);
    return scene;
  }

  /** That, with the default settings. */
  public static MergeScene merged() {
    return merged(merge -> merge);
  }

  public MergeScene request(long n) {
    subscription().request(n);
    return this;
  }

  public Subscription subscription() {
    return downstream.subscription();
  }

  /** What the downstream got, without the subscription. */
  public List<Object> delivered() {
    List<Object> signals = downstream.signals();
    return signals.subList(1, signals.size());
  }
}
