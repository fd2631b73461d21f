package org.reactiveserializer.aeron;

import java.util.Map;

/**
 * What a stream has received so far.
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface AeronPublisherStats {
  /**
   * Returns items that the subscriber got.
   *
   * @return the figure
   */
  long delivered();

  /**
   * Returns the length of their messages.
   *
   * @return the figure
   */
  long bytes();

  /**
   * Returns messages of which the {@link MessageReader} made no item, and which were skipped.
   *
   * @return the figure
   */
  long unreadable();

  /**
   * Returns items that were requested and not delivered; {@code Long.MAX_VALUE} without a limit.
   *
   * @return the figure
   */
  long requested();

  /**
   * Returns how many publications were found.
   *
   * @return the figure
   */
  long available();

  /**
   * Returns how many of them were closed or lost.
   *
   * @return the figure
   */
  long gone();

  /**
   * Returns up to where each session is read, for the sessions that are there.
   *
   * @return the figure
   */
  Map<Integer, Long> positions();

  /**
   * Returns how often the driver gave up lost data of an unreliable stream; of all streams of the
   * driver; −1 if the client is closed.
   *
   * @return the figure
   */
  long gapsFilled();

  /**
   * Returns how often the driver asked for lost data again; of all streams of the driver; −1 if the
   * client is closed.
   *
   * @return the figure
   */
  long naksSent();
}
