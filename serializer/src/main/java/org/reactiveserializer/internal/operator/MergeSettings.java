package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The settings of a merge.
 *
 * @param concurrency how many inners may live at a time; {@link #UNBOUNDED}: any number
 * @param prefetch how many items of one inner may be requested or waiting; {@link #UNBOUNDED}: any
 *     number
 * @param common the settings that a merge has in common with a serializer: errors, hooks, thread-locals
 * @param <T> the type of the items
 */
public record MergeSettings<T>(int concurrency, int prefetch, SerialSettings<T> common) {
  /** The value of concurrency or prefetch that means no limit. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /**
   * What is merged, and how: the merged stream. A bridge starts it with a merge of its own kind.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param settings the settings
   * @param outerHooks where the outer items go whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <T> the type of the items
   */
  public record Plan<S, T>(
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      MergeSettings<T> settings,
      Hooks<? super S> outerHooks)
      implements Publisher<T> {
    // As any other stream: known by its identity, and shown without its sources.

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    @Override
    public String toString() {
      return settings.common.hooks().describe("Merge", this);
    }

    /** Starts a merge of this plan for a subscriber of the core's kind. */
    @Override
    public void subscribe(Subscriber<? super T> downstream) {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      start(new Merger<>(this, downstream));
    }

    /** Starts a merge that was made of this plan; see {@link Merger#start}. */
    public void start(Merger<S, T> merger) {
      try {
        merger.start(source);
      } finally {
        if (source instanceof DynamicSources<?> sources) {
          sources.leaveIfCancelled();
        }
      }
    }

    /**
     * Returns this plan for a library that has its own place for errors that cannot be signalled: {@code
     * place} gets them from now on, unless the user set a hook.
     */
    public Plan<S, T> droppingTo(Consumer<? super Throwable> place) {
      Hooks<T> hooks = settings.common.hooks().orElse(null, place);
      if (source instanceof DynamicSources<?> sources) {
        sources.reportTo(hooks);
      }
      return new Plan<>(
          source,
          mapper,
          settings.with(settings.common.with(hooks)),
          outerHooks.orElse(null, place));
    }
  }

  /** Returns the plan for a source and a mapper. Without a hook, outer items are not reported. */
  public <S> Plan<S, T> plan(
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    return new Plan<>(
        Objects.requireNonNull(source, "source is null"),
        Objects.requireNonNull(mapper, "mapper is null"),
        this,
        common.hooks().<S>discarding(onDiscardOuter));
  }

  /** Returns these settings with other limits. */
  public MergeSettings<T> limited(int sources, int items) {
    return new MergeSettings<>(sources, items, common);
  }

  /** Returns these settings with other common ones. */
  public <R> MergeSettings<R> with(SerialSettings<R> other) {
    return new MergeSettings<>(concurrency, prefetch, other);
  }

  /** Returns whether an error waits until all sources have ended. */
  public boolean delaysErrors() {
    return common.errorMode(ErrorMode.IMMEDIATE) == ErrorMode.DELAYED;
  }

  /**
   * Returns the first request to a source of which {@code limit} items may be requested at a time.
   */
  static long demand(int limit) {
    return limit == UNBOUNDED ? Long.MAX_VALUE : limit;
  }
}
