package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.operator.Guest;
import org.reactiveserializer.stress.support.Reactions;

/** Lets the subscriber go, and keeps its context then: in between there is neither. */
public final class LooseGuest extends Guest<Integer, Integer> {
  /** Creates a place for one. */
  public LooseGuest(Integer nothing) {
    super(nothing);
  }

  @Override
  protected Integer of(Integer subscriber) {
    return subscriber;
  }

  @Override
  protected void leave(Integer last) {
    forget();
    Reactions.spin();
    keep(last);
  }
}
