package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.operator.SubscriberRef;
import org.reactiveserializer.stress.support.Reactions;

/**
 * Clears the reference to the subscriber, and only then stores its context: in between there is
 * neither.
 */
public final class LooseSubscriberRef extends SubscriberRef<Integer, Integer> {
  /** Creates a place for a subscriber. */
  public LooseSubscriberRef(Integer nothing) {
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
