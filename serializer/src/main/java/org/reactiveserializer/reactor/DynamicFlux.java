package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/**
 * {@link DynamicMerge} for Reactor: a merge of sources that come and go. {@link
 * ReactorMerge#mergeDynamic} makes it.
 *
 * <p>The sources get subscribers of Reactor's own type, which have the context of the subscriber, and
 * discarded items go to the hook of that context: see {@link ReactorMerge}. As with Reactor's own sinks,
 * assembly hooks do not see this.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public final class DynamicFlux<T> extends Flux<T> implements Scannable {
  private final Additions<T> additions;
  private final MergedFlux<Addition<T>, T> merged;

  DynamicFlux(
      MergeSettings<? super T> settings,
      @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource) {
    this.additions = new Additions<>(settings.hooks(), onDiscardSource);
    this.merged = new MergedFlux<>(additions, settings, additions, additions.outerHooks());
  }

  /**
   * Adds a source: see {@link DynamicMerge#add(Publisher)}.
   *
   * @param source the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Publisher<? extends T> source) {
    return additions.add(source, null);
  }

  /**
   * Adds a source that fails alone: see {@link DynamicMerge#add(Publisher, Consumer)}. {@code
   * onErrorContinue} of the subscriber comes first.
   *
   * @param source the source
   * @param onError gets the error of the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Publisher<? extends T> source, Consumer<? super Throwable> onError) {
    return additions.add(source, Objects.requireNonNull(onError, "onError is null"));
  }

  /**
   * Refuses all sources from now on: see {@link DynamicMerge#close}.
   *
   * @return whether this call closed it
   */
  public boolean close() {
    return additions.close();
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    try {
      merged.subscribe(actual);
    } finally {
      additions.leaveIfCancelled();
    }
  }

  @Override
  public int getPrefetch() {
    return merged.getPrefetch();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    return merged.scanUnsafe(key);
  }
}
