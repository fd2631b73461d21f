package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Stats;

/**
 * A {@link MultiSubscriber} that any number of threads may call: it passes their signals to one
 * downstream subscriber, one at a time (§1.3). The downstream gets this as its subscription. {@link
 * MutinySerializer#wrap(MultiSubscriber)} makes it. Do not implement this interface: methods may be
 * added.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public interface SerialMultiSubscriber<T> extends MultiSubscriber<T>, Flow.Subscription {
  /**
   * As {@link SerialSubscriber#requested}.
   *
   * @return a number of items
   */
  long requested();

  /**
   * As {@link SerialSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  int backlog();

  /**
   * As {@link SerialSubscriber#isTerminated}.
   *
   * @return true if later items are discarded
   */
  boolean isTerminated();

  /**
   * As {@link SerialSubscriber#stats}.
   *
   * @return the figures
   */
  Stats stats();
}
