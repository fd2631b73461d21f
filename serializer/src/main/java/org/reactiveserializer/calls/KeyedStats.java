package org.reactiveserializer.calls;

import org.reactiveserializer.EmitOutcome;

/**
 * What happened to the items of a {@link KeyedSink} so far. Each figure is a snapshot by itself.
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface KeyedStats {
  /**
   * Returns how many keys are live: items of them wait or are being handled. The others cost nothing.
   *
   * @return the figure
   */
  int keys();

  /**
   * Returns how many items wait.
   *
   * @return the figure
   */
  int queued();

  /**
   * Returns the largest number of items that waited at one time, never more than the bound. Items that were refused at
   * that moment, since their own key had no room, may be among them.
   *
   * @return the figure
   */
  int highWater();

  /**
   * Returns how many items the handler got, or is getting.
   *
   * @return the figure
   */
  long delivered();

  /**
   * Returns how many of the delivered items the handler has failed for.
   *
   * @return the figure
   */
  long failed();

  /**
   * Returns how many items were discarded, whether or not there is a {@linkplain
   * KeyedSerializer#onDiscard hook}.
   *
   * @return the figure
   */
  long discarded();

  /**
   * Returns how many items were refused, so that the caller kept them, for any reason.
   *
   * @return the figure
   */
  long refused();

  /**
   * Returns how many items were refused with this result.
   *
   * @param outcome the result
   * @return the figure; 0 if the result is {@linkplain EmitOutcome#isAccepted accepted}
   */
  long refused(EmitOutcome outcome);
}
