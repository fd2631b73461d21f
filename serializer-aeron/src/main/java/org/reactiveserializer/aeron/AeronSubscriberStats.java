package org.reactiveserializer.aeron;

/**
 * What a stream has sent so far.
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface AeronSubscriberStats {
  /**
   * Returns messages that Aeron has taken, which does not say that a receiver has got them.
   *
   * @return the figure
   */
  long sent();

  /**
   * Returns items that were accepted and not sent yet.
   *
   * @return the figure
   */
  long waiting();

  /**
   * Returns items that were accepted and given up, because the stream has ended.
   *
   * @return the figure
   */
  long discarded();

  /**
   * Returns items for which there was no room.
   *
   * @return the figure
   */
  long refused();

  /**
   * Returns how often a message had to wait, because the receivers are slower.
   *
   * @return the figure
   */
  long backPressured();

  /**
   * Returns how often a message had to wait, because there is no receiver.
   *
   * @return the figure
   */
  long notConnected();

  /**
   * Returns up to where the publication has sent, in bytes; -4 ({@code Publication.CLOSED}) after
   * the end.
   *
   * @return the figure
   */
  long position();
}
