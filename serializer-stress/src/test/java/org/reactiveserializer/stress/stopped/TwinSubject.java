package org.reactiveserializer.stress.stopped;

import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.stress.broken.TwoStepSink;

/** The sink with a defect. */
final class TwinSubject implements Subject {
  private final TwoStepSink<Item> sink;

  TwinSubject(Recorder recorder, boolean linksLate) {
    sink = new TwoStepSink<>(recorder, linksLate);
  }

  @Override
  public Traits traits() {
    return Traits.unbounded(true, true);
  }

  @Override
  public EmitOutcome emit(Item item) {
    return sink.tryEmit(item);
  }

  @Override
  public EmitOutcome complete(Who by) {
    return sink.tryComplete();
  }

  @Override
  public EmitOutcome fail(Who by, Throwable error) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void subscribe() {}

  @Override
  public boolean request(long n) {
    sink.request(n);
    return true;
  }

  @Override
  public void cancel() {
    sink.cancel();
  }

  @Override
  public void finish() {
    EmitOutcome unused = sink.tryComplete();
  }
}
