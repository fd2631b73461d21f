package org.reactiveserializer.stress.stopped;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscription;

/** {@link Serializer#sink}. */
final class SinkSubject implements Subject {
  private final Traits traits;
  private final boolean waits;
  private final Recorder recorder;
  private final SerialSink<Item> sink;

  SinkSubject(Recorder recorder, Serializer<Item> settings, Traits traits) {
    this(recorder, settings, traits, false);
  }

  /**
   * Creates one.
   *
   * @param waits whether items wait for room, without a thread; one that is refused is discarded
   */
  SinkSubject(Recorder recorder, Serializer<Item> settings, Traits traits, boolean waits) {
    this.traits = traits;
    this.waits = waits;
    this.recorder = recorder;
    sink = settings.onDiscard(recorder::discard).onErrorDropped(recorder::drop).sink();
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public @Nullable EmitOutcome emit(Item item) {
    if (!waits) {
      return sink.tryEmit(item);
    }
    sink.emitAsync(item)
        .thenAccept(
            outcome -> {
              if (!outcome.isAccepted()) {
                recorder.discard(item);
              }
            });
    return null;
  }

  @Override
  public EmitOutcome complete(Who by) {
    return sink.tryComplete();
  }

  @Override
  public EmitOutcome fail(Who by, Throwable error) {
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
    EmitOutcome unused = sink.tryComplete();
  }

  @Override
  public long requested() {
    return sink.requested();
  }
}
