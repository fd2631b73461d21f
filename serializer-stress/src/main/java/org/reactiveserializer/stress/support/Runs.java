package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;

/** Runs of items, the library's or broken ones, for races that need no serializer. */
public interface Runs {
  /** Creates a run of one item. The producer is the calling thread. */
  Work of(Item first);

  /** Appends an item to a run of {@link #of}, unless the run is sealed. */
  boolean append(Work run, Item item);

  /** Seals a run of {@link #of}. Called by the owner. */
  void seal(Work run);

  /** Removes the oldest item of a run of {@link #of}; null if none is left. */
  @Nullable Item poll(Work run);

  /** Returns the library's runs. */
  static Runs sound() {
    return new Runs() {
      @Override
      public Work of(Item first) {
        return Run.of(first, null);
      }

      @Override
      public boolean append(Work run, Item item) {
        return own(run).append(item);
      }

      @Override
      public void seal(Work run) {
        own(run).seal();
      }

      @Override
      public @Nullable Item poll(Work run) {
        return own(run).remaining() == 0 ? null : own(run).remove();
      }

      @SuppressWarnings("unchecked") // made above
      private Run<Item> own(Work run) {
        return (Run<Item>) run;
      }
    };
  }
}
