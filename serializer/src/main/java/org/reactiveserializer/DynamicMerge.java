package org.reactiveserializer;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.DynamicSources;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A merge of sources that come and go. {@link Merge#mergeDynamic} makes it.
 *
 * <pre>{@code
 * DynamicMerge<Row> rows = Merge.<Row>withDefaults().mergeDynamic();
 * rows.subscribe(subscriber);
 * AddedSource added = rows.add(query(1));
 * added.remove();
 * rows.close();
 * }</pre>
 *
 * <p>Threads, order, demand, cost and the outcome of each item are those of {@link Merge}; what follows
 * is what is different.
 *
 * <p><b>Threads.</b> Any thread may add, remove and close, at any time, also from within a signal; none
 * waits for another one. The thread that adds a source subscribes to it, before {@link #add} returns. But if several
 * threads add at the same time, one of them may subscribe to the sources of the others, perhaps later. And a source
 * that must wait, for the subscriber or for a place among {@linkplain Merge#concurrency concurrency} sources, is
 * subscribed to by the thread that subscribes to this, or that finds that another source has ended. Meanwhile those
 * that are added wait: sources should return from {@code subscribe} soon.
 *
 * <p><b>The end.</b> The stream completes when this is closed, all sources have ended or were removed, and all items
 * are delivered. A source that was added before the close, by happens-before, is merged; one that is added after it,
 * or after the stream has ended, is refused; in between it is one of the two, and the result says which. A source
 * that is added just when the subscriber cancels may be accepted, and then be given to the hook for sources.
 *
 * <p><b>Errors.</b> If errors are {@linkplain ErrorMode#IMMEDIATE immediate}, a source that fails ends
 * the stream. If they are {@linkplain ErrorMode#DELAYED delayed}, its error is signalled when this is closed and all other
 * sources have ended; until then all such errors are kept. A source that was added {@linkplain #add(Publisher, Consumer) with a hook} fails alone.
 *
 * <p><b>One subscriber.</b> The first subscriber gets the stream; any other gets an {@link
 * IllegalStateException}.
 *
 * <p><b>Libraries.</b> As with {@link Merge}. Add a source of {@link java.util.concurrent.Flow}, such as a {@code Multi}, by
 * {@code FlowAdapters.toPublisher}; no adapter stands between it and the merge then.
 *
 * @param <T> the type of the items
 */
public final class DynamicMerge<T> implements Publisher<T> {
  /** What is inside, for the bridges. */
  final DynamicSources<T> sources;

  DynamicMerge(
      MergeSettings<T> settings,
      @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource) {
    this.sources = new DynamicSources<>(settings, onDiscardSource);
  }

  /**
   * Adds a source.
   *
   * @param source the source
   * @return the source as a part of this merge, or the refusal of it: see {@link
   *     AddedSource#isAccepted}
   */
  public AddedSource add(Publisher<? extends T> source) {
    return sources.add(source, null);
  }

  /**
   * Adds a source that fails alone: its error is given to the hook, in place of the merged stream, and the
   * source counts as ended. So does what it is cancelled for because it broke a rule. Its items before
   * the error are delivered.
   *
   * @param source the source
   * @param onError the hook. The thread that signals the error calls it, or the one that found the breach. What it
   *     throws goes to {@link Merge#onErrorDropped}
   * @return as {@link #add(Publisher)}
   */
  public AddedSource add(Publisher<? extends T> source, Consumer<? super Throwable> onError) {
    return sources.add(source, Objects.requireNonNull(onError, "onError is null"));
  }

  /**
   * Refuses all sources from now on, and lets the stream complete when those that were added have ended.
   *
   * @return whether this call closed it: false if it was closed before, or the stream has ended
   */
  public boolean close() {
    return sources.close();
  }

  @Override
  public void subscribe(Subscriber<? super T> downstream) {
    sources.plan().subscribe(downstream);
  }
}
