package org.reactiveserializer.netty;

/**
 * What has happened to the channels and messages of a stream. Each figure is a snapshot by itself.
 * When nothing arrives and nothing is being delivered,
 *
 * <pre>received = delivered + waiting + discarded</pre>
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface ChannelStats {
  /**
   * Returns how many channels feed the stream at the moment.
   *
   * @return the figure
   */
  int channels();

  /**
   * Returns how many have fed it, those included.
   *
   * @return the figure
   */
  long opened();

  /**
   * Returns how many were closed at once, because there were too many, or the stream was closed.
   *
   * @return the figure
   */
  long refused();

  /**
   * Returns how many were closed because of an error.
   *
   * @return the figure
   */
  long failed();

  /**
   * Returns how many of these were idle for too long.
   *
   * @return the figure
   */
  long timedOut();

  /**
   * Returns how many of the failed ones were closed because the {@linkplain ChannelSettings#budget budget}
   * was used up.
   *
   * @return the figure
   */
  long overBudget();

  /**
   * Returns how many messages have arrived at the end of a pipeline.
   *
   * @return the figure
   */
  long received();

  /**
   * Returns how many the subscriber got, or is getting.
   *
   * @return the figure
   */
  long delivered();

  /**
   * Returns how many wait, in the stream or for the credit of their channel.
   *
   * @return the figure
   */
  long waiting();

  /**
   * Returns how many were released because the stream had ended, or takes no more before its {@linkplain
   * ChannelStream#closeGracefully end}, or their channel was closed for the budget.
   *
   * @return the figure
   */
  long discarded();

  /**
   * Returns how many of the delivered ones are not answered or released. None with {@link
   * ChannelSettings#creditAtDelivery}.
   *
   * @return the figure
   */
  long held();

  /**
   * Returns how many answers were accepted, and could not be written: their channel was closed before.
   *
   * @return the figure
   */
  long repliesDropped();

  /**
   * Returns how many channels were closed by {@link ChannelStream#close}, at the end of the time of {@link
   * ChannelStream#closeGracefully} or with their event loop, although messages of them were not answered or
   * released, or answers were not sent.
   *
   * @return the figure
   */
  long cutOff();

  /**
   * Returns how many bytes of the {@linkplain ChannelSettings#budget budget} are used.
   *
   * @return the figure
   */
  long bytes();
}
