package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;

/** Runs of items, the library's own or broken ones, for races that need no serializer. */
public interface Runs {
  /** Makes a run of one item, of this thread. */
  Work of(Item first);

  /** Appends an item to what {@link #of} made, unless it is sealed. */
  boolean append(Work run, Item item);

  /** Seals what {@link #of} made, by the owner. */
  void seal(Work run);

  /** Removes the oldest item of what {@link #of} made; null if none is left. */
  @Nullable Item poll(Work run);

  /** Returns those of the library. */
  static Runs sound() {
    return new Runs() {
      @Override
      public Work of(Item first) {
        return Run.of(first, null, null);
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
        return own(run).poll();
      }

      @SuppressWarnings("unchecked") // made above
      private Run<Item> own(Work run) {
        return (Run<Item>) run;
      }
    };
  }
}
