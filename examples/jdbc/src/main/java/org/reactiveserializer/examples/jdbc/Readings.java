package org.reactiveserializer.examples.jdbc;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.examples.jdbc.ReadingTable.Reading;

/**
 * Takes readings from any number of threads, and writes them into a table. Each reading ends up in
 * one place: it is written, or refused, so that its producer keeps it, or given to {@code
 * unwritten}.
 */
public final class Readings {
  private static final int BOUND = 4 * BatchWriter.BATCH;

  private final BatchWriter writer;
  private final SerialSink<Reading> sink;

  /**
   * Creates it.
   *
   * @param table where to write
   * @param unwritten gets what was accepted and could not be written; several threads may call it
   */
  public Readings(ReadingTable table, Consumer<Reading> unwritten) {
    writer = new BatchWriter(table, unwritten);
    sink =
        Serializer.<Reading>withDefaults()
            .bounded(BOUND, Overflow.DROP_NEWEST)
            .onDiscard(unwritten)
            .deliverOn(writer::execute)
            .sink();
    sink.onTermination(writer.thread::shutdown).subscribe(writer);
  }

  /** Adds a reading, after a wait if the database is behind. If refused, the caller keeps it. */
  public EmitOutcome add(Reading reading, Duration timeout) {
    return sink.emit(reading, timeout);
  }

  /** Writes what waits, and ends. If a batch has failed, throws the reason. */
  public void close() throws InterruptedException, TimeoutException, ExecutionException {
    sink.tryComplete();
    if (!writer.thread.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new TimeoutException("the database is too slow");
    }
    Throwable failure = writer.failure;
    if (failure != null) {
      throw new ExecutionException("stopped writing", failure);
    }
  }

  /** Returns what happened so far. What was delivered is written, or was in a failed batch. */
  public Stats stats() {
    return sink.stats();
  }
}
