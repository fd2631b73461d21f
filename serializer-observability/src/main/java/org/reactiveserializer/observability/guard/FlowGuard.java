package org.reactiveserializer.observability.guard;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;

/** A {@link SerialGuard} for JDK {@link Flow}. */
public final class FlowGuard {
  private FlowGuard() {}

  /**
   * Returns a publisher with the signals of {@code upstream}, which are watched: see {@link
   * SerialGuard#of}.
   *
   * @param upstream is subscribed to once for each subscriber
   * @param guard the settings
   * @param <T> the type of the items
   * @return the publisher to subscribe to
   */
  public static <T> Flow.Publisher<T> watch(
      Flow.Publisher<? extends T> upstream, SerialGuard guard) {
    Objects.requireNonNull(upstream, "upstream is null");
    Objects.requireNonNull(guard, "guard is null");
    return FlowAdapters.toFlowPublisher(guard.<T>of(FlowAdapters.toPublisher(upstream)));
  }
}
