package org.reactiveserializer.netty;

/**
 * What has happened to the channels and messages of a stream. Each figure is a snapshot by itself. When
 * nothing arrives and nothing is being delivered,
 *
 * <pre>received = delivered + waiting + discarded</pre>
 *
 * @param channels how many channels feed the stream at the moment
 * @param opened how many have fed it, those included
 * @param refused how many were closed at once, because there were too many, or the stream was closed
 * @param failed how many were closed because of an error
 * @param timedOut how many of these were idle for too long
 * @param received how many messages have arrived at the end of a pipeline
 * @param delivered how many the subscriber got, or is getting
 * @param waiting how many wait, in the stream or for the credit of their channel
 * @param discarded how many were released because the stream had ended
 */
public record ChannelStats(
    int channels,
    long opened,
    long refused,
    long failed,
    long timedOut,
    long received,
    long delivered,
    long waiting,
    long discarded) {}
