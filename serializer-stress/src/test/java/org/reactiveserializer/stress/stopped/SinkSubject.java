package org.reactiveserializer.stress.stopped;

import org.reactiveserializer.EmitResult;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscription;

/** {@link Serializer#sink}. */
final class SinkSubject implements Subject {
  private final Traits traits;
  private final Recorder recorder;
  private final SerializedSink<Item> sink;

  SinkSubject(Recorder recorder, Serializer<Item> settings, Traits traits) {
    this.traits = traits;
    this.recorder = recorder;
    sink = settings.onDiscard(recorder::discard).onDropped(recorder::drop).sink();
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public EmitResult emit(Item item) {
    return sink.tryEmit(item);
  }

  @Override
  public EmitResult complete(Who by) {
    return sink.tryComplete();
  }

  @Override
  public EmitResult fail(Who by, Throwable error) {
    return sink.tryFail(error);
  }

  @Override
  public void subscribe() {
    sink.subscribe(recorder);
  }

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
  public void finish() {
    EmitResult unused = sink.tryComplete();
  }

  @Override
  public long requested() {
    return sink.requested();
  }
}
