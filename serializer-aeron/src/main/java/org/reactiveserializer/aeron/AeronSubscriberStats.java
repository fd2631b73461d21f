package org.reactiveserializer.aeron;

/**
 * What a stream has sent so far.
 *
 * @param sent messages that Aeron has taken, which does not say that a receiver has got them
 * @param waiting items that were accepted and not sent yet
 * @param discarded items that were accepted and given up, because the stream has ended
 * @param refused items for which there was no room
 * @param backPressured how often a message had to wait, because the receivers are slower
 * @param notConnected how often a message had to wait, because there is no receiver
 * @param position up to where the publication has sent, in bytes; -4 ({@code Publication.CLOSED}) after the end
 */
public record AeronSubscriberStats(
    long sent,
    long waiting,
    long discarded,
    long refused,
    long backPressured,
    long notConnected,
    long position) {}
