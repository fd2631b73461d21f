package org.reactiveserializer.stress.stopped;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A merge with a source for each thread. In a flatMap the victim's source is added by {@link
 * #begin}.
 */
final class MergeSubject implements Subject {
  private final Map<Who, Source<Item>> sources = new EnumMap<>(Who.class);
  private final Source<Who> outer = new Source<>();
  private final boolean flat;
  private final Recorder recorder;

  MergeSubject(Recorder recorder, boolean flat) {
    this.recorder = recorder;
    this.flat = flat;
    for (Who who : Who.values()) {
      sources.put(who, new Source<>());
    }
    Merge<Item> merge =
        Merge.<Item>withDefaults()
            .concurrency(8)
            .onDiscard(recorder::discard)
            .onErrorDropped(recorder::drop);
    if (flat) {
      merge.<Who, Item>flatMap(outer, this::source).subscribe(recorder);
      for (Who who : List.of(Who.EMITTER, Who.ANN, Who.BOB)) {
        outer.next(who);
      }
    } else {
      merge.of(List.<Publisher<Item>>copyOf(sources.values())).subscribe(recorder);
    }
  }

  private Source<Item> source(Who who) {
    Source<Item> source = sources.get(who);
    if (source == null) {
      throw new IllegalArgumentException("no source of " + who);
    }
    return source;
  }

  @Override
  public Traits traits() {
    return Traits.unbounded(true, false);
  }

  @Override
  public @Nullable EmitOutcome emit(Item item) {
    source(item.by()).next(item);
    return null;
  }

  @Override
  public boolean mayEmit(Who by) {
    return !source(by).ended;
  }

  @Override
  public @Nullable EmitOutcome complete(Who by) {
    source(by).end(null);
    return null;
  }

  @Override
  public @Nullable EmitOutcome fail(Who by, Throwable error) {
    source(by).end(error);
    return null;
  }

  @Override
  public void subscribe() {}

  @Override
  public boolean request(long n) {
    Subscription subscription = recorder.subscription();
    if (subscription != null) {
      subscription.request(n);
    }
    return subscription != null;
  }

  @Override
  public void cancel() {
    Subscription subscription = recorder.subscription();
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void begin() {
    outer.next(Who.VICTIM);
  }

  @Override
  public void endOuter() {
    outer.end(null);
  }

  @Override
  public void finish() {
    if (flat) {
      outer.end(null);
    }
    sources.values().forEach(source -> source.end(null));
  }

  /** A source whose signals are requested by the test. */
  private static final class Source<T> implements Publisher<T>, Subscription {
    private volatile @Nullable Subscriber<? super T> subscriber;
    private volatile boolean ended;

    @Override
    public void subscribe(Subscriber<? super T> arrived) {
      subscriber = arrived;
      arrived.onSubscribe(this);
    }

    void next(T item) {
      Subscriber<? super T> target = subscriber;
      if (target != null) {
        target.onNext(item);
      }
    }

    void end(@Nullable Throwable error) {
      Subscriber<? super T> target = subscriber;
      if (target == null || ended) {
        return;
      }
      ended = true;
      if (error == null) {
        target.onComplete();
      } else {
        target.onError(error);
      }
    }

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
