package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.internal.operator.FlowSource;
import org.reactiveserializer.internal.operator.MergeSettings;

/**
 * {@link DynamicMerge} for Mutiny: a merge of sources that come and go. {@link
 * MutinyMerge#mergeDynamic} makes it.
 *
 * <p>The sources get subscribers of Mutiny's own type, which have the context of the subscriber: see
 * {@link MutinyMerge}. As with Mutiny's own processors, interceptors do not see this.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class DynamicMulti<T> extends AbstractMulti<T> {
  private final Additions<T> additions;
  private final MergedMulti<Addition<T>, T> merged;

  DynamicMulti(
      MergeSettings<? super T> settings,
      @Nullable Consumer<? super Flow.Publisher<? extends T>> onDiscardSource) {
    this.additions = new Additions<>(settings.hooks(), FlowSource.<T>unwrapping(onDiscardSource));
    this.merged = new MergedMulti<>(additions, settings, additions, additions.outerHooks());
  }

  /**
   * Adds a source: see {@link DynamicMerge#add(org.reactivestreams.Publisher)}.
   *
   * @param source the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Flow.Publisher<? extends T> source) {
    return additions.add(FlowSource.<T>of(source), null);
  }

  /**
   * Adds a source that fails alone: see {@link DynamicMerge#add(org.reactivestreams.Publisher,
   * Consumer)}.
   *
   * @param source the source
   * @param onError gets the error of the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Flow.Publisher<? extends T> source, Consumer<? super Throwable> onError) {
    return additions.add(
        FlowSource.<T>of(source), Objects.requireNonNull(onError, "onError is null"));
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
  public void subscribe(MultiSubscriber<? super T> downstream) {
    try {
      merged.subscribe(downstream);
    } finally {
      additions.leaveIfCancelled();
    }
  }
}
