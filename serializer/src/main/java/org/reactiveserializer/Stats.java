package org.reactiveserializer;

/**
 * What happened to the items of a sink or of a serialized subscriber so far. Each figure is a
 * snapshot by itself: while threads emit, the figures may belong to different moments.
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface Stats {
  /**
   * Returns how many items the subscriber got, or is getting.
   *
   * @return the figure
   */
  long delivered();

  /**
   * Returns how many items wait.
   *
   * @return the figure
   */
  int queued();

  /**
   * Returns how much the items that wait weigh, in the units of the function of {@link
   * Serializer#bounded(int, long, java.util.function.ToLongFunction, Overflow)}.
   *
   * @return the figure; 0 if there is no such bound
   */
  long queuedWeight();

  /**
   * Returns how many items were discarded, whether or not there is a
   * {@linkplain Serializer#onDiscard hook}. Items that the caller kept ({@link
   * EmitOutcome#isAccepted} is false) are not among them.
   *
   * @return the figure
   */
  long discarded();

  /**
   * Returns how many items a sink refused, so that the caller kept them, for any reason. While no
   * call is under way, each item that was emitted is delivered, queued, discarded or refused.
   *
   * @return the figure
   */
  long refused();

  /**
   * Returns how many items a sink refused with this result.
   *
   * @param outcome the result
   * @return the figure; 0 if the result is {@linkplain EmitOutcome#isAccepted accepted}
   */
  long refused(EmitOutcome outcome);

  /**
   * Returns the largest number of items that waited at one time, as far as the delivering thread
   * noticed; never more than the capacity.
   *
   * @return the figure
   */
  int highWater();

  /**
   * Returns how many items were left to a delivery in progress, on another thread or, if they were
   * emitted from within a signal, on their own.
   *
   * @return the figure
   */
  long contended();
}
