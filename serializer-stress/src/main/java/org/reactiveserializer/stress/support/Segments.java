package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.waiting.Segment;

/** Segments of items, the library's or broken ones, for races that need no serializer. */
public interface Segments {
  /** Creates a segment of one item. The producer is the calling thread. */
  Work of(Item first);

  /** Appends an item to a segment of {@link #of}, unless the segment is sealed. */
  boolean append(Work segment, Item item);

  /** Seals a segment of {@link #of}. Called by the owner. */
  void seal(Work segment);

  /** Removes the oldest item of a segment of {@link #of}; null if none is left. */
  @Nullable Item poll(Work segment);

  /** Returns the library's runs. */
  static Segments sound() {
    return new Segments() {
      @Override
      public Work of(Item first) {
        return Segment.of(first, null);
      }

      @Override
      public boolean append(Work segment, Item item) {
        return own(segment).append(item);
      }

      @Override
      public void seal(Work segment) {
        own(segment).seal();
      }

      @Override
      public @Nullable Item poll(Work segment) {
        return own(segment).remaining() == 0 ? null : own(segment).remove();
      }

      @SuppressWarnings("unchecked") // made above
      private Segment<Item> own(Work segment) {
        return (Segment<Item>) segment;
      }
    };
  }
}
