package org.reactiveserializer.stress.stopped;

import org.reactiveserializer.EmitResult;
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
  public EmitResult emit(Item item) {
    return sink.tryEmit(item);
  }

  @Override
  public EmitResult complete(Who by) {
    return sink.tryComplete();
  }

  @Override
  public EmitResult fail(Who by, Throwable error) {
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
    EmitResult unused = sink.tryComplete();
  }
}
