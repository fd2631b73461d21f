package org.reactiveserializer.stress.stopped;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscription;

/** {@link Serializer#wrap}, whose methods return no results. */
final class WrapSubject implements Subject {
  private final Traits traits;
  private final SerialSubscriber<Item> subscriber;
  private final AtomicLong passedOn = new AtomicLong();
  private volatile boolean cancelled;

  WrapSubject(Recorder recorder, Serializer<Item> settings, Traits traits) {
    this.traits = traits;
    subscriber =
        settings.onDiscard(recorder::discard).onErrorDropped(recorder::drop).wrap(recorder);
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public @Nullable EmitOutcome emit(Item item) {
    subscriber.onNext(item);
    return null;
  }

  @Override
  public @Nullable EmitOutcome complete(Who by) {
    subscriber.onComplete();
    return null;
  }

  @Override
  public @Nullable EmitOutcome fail(Who by, Throwable error) {
    subscriber.onError(error);
    return null;
  }

  @Override
  public void subscribe() {
    subscriber.onSubscribe(new Upstream());
  }

  @Override
  public boolean request(long n) {
    subscriber.request(n);
    return true;
  }

  @Override
  public void cancel() {
    subscriber.cancel();
  }

  @Override
  public void finish() {
    subscriber.onComplete();
  }

  @Override
  public long passedOn() {
    return passedOn.get();
  }

  @Override
  public boolean isUpstreamCancelled() {
    return cancelled;
  }

  private final class Upstream implements Subscription {
    @Override
    public void request(long n) {
      passedOn.addAndGet(n);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
