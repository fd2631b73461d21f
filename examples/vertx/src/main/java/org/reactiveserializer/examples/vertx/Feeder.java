package org.reactiveserializer.examples.vertx;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;

/**
 * A verticle that feeds a sink. An event loop must not wait, so it does not call {@code emit} with
 * a timeout: it keeps the item that finds no room, and tries again later.
 */
public final class Feeder extends VerticleBase {
  private static final int PAUSE = 1; // milliseconds

  private final Iterator<String> items;
  private final SerialSink<String> sink;
  private final Runnable whenDone;
  private @Nullable String refused;

  /**
   * Creates a verticle.
   *
   * @param items what to emit
   * @param sink where to
   * @param whenDone is called after the last item, or when the sink takes no more
   */
  public Feeder(Iterator<String> items, SerialSink<String> sink, Runnable whenDone) {
    this.items = items;
    this.sink = sink;
    this.whenDone = whenDone;
  }

  @Override
  public Future<?> start() {
    feed();
    return Future.succeededFuture();
  }

  private void feed() {
    while (refused != null || items.hasNext()) {
      String item = refused != null ? refused : items.next();
      EmitOutcome outcome = sink.tryEmit(item);
      refused = outcome.isAccepted() ? null : item;
      if (outcome == EmitOutcome.OVERFLOW) {
        vertx.setTimer(PAUSE, ignored -> feed());
        return;
      }
      if (refused != null) { // the client has left
        break;
      }
    }
    whenDone.run();
  }
}
