package org.reactiveserializer.examples.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.examples.jdbc.ReadingTable.Reading;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Writes readings in batches, on a thread of its own. If a batch fails, it cancels the stream. */
final class BatchWriter implements Subscriber<Reading> {
  static final int BATCH = 256;

  final ExecutorService thread = Executors.newSingleThreadExecutor();
  volatile @Nullable Throwable failure;
  private final ReadingTable table;
  private final Consumer<Reading> unwritten;
  private final List<Reading> batch = new ArrayList<>(BATCH);
  private @Nullable Subscription subscription;

  BatchWriter(ReadingTable table, Consumer<Reading> unwritten) {
    this.table = table;
    this.unwritten = unwritten;
  }

  /** For deliverOn. The task delivers what waits, and then the last batch is not full: write it. */
  void execute(Runnable task) {
    thread.execute(
        () -> {
          task.run();
          write();
        });
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE); // the bound of the sink limits what waits
  }

  @Override
  public void onNext(Reading reading) {
    batch.add(reading);
    if (batch.size() == BATCH) {
      write();
    }
  }

  private void write() {
    if (!batch.isEmpty()) {
      try {
        table.insert(batch);
      } catch (Exception failed) {
        failure = failed;
        batch.forEach(unwritten);
        if (subscription != null) {
          subscription.cancel(); // what waits goes to unwritten, too; the producers keep the rest
        }
      }
      batch.clear();
    }
  }

  @Override
  public void onError(Throwable error) {
    write();
    failure = error;
  }

  @Override
  public void onComplete() {
    write();
  }
}
