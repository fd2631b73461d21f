package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactivestreams.Publisher;

/** Makes a transition in two steps: two threads can both subscribe, or neither does. */
public final class LooseAddition extends Addition<Item> {
  private volatile @Nullable Object last;

  /** Creates an addition. */
  public LooseAddition(Additions<Item> additions, Publisher<Item> source) {
    super(additions, source, null);
  }

  @Override
  protected boolean change(@Nullable Object from, Object to) {
    boolean found = last == from;
    if (found) {
      Reactions.spin();
      last = to;
      super.change(from, to);
    }
    return found;
  }
}
