package org.reactiveserializer.aeron;

import java.util.Map;

/**
 * What a stream has received so far.
 *
 * @param delivered items that the subscriber got
 * @param bytes the length of their messages
 * @param requested items that were requested and not delivered; {@code Long.MAX_VALUE} without a limit
 * @param available how many publications were found
 * @param gone how many of them were closed or lost
 * @param positions up to where each session is read, for the sessions that are there
 * @param gapsFilled how often the driver gave up lost data of an unreliable stream; of all streams of
 *     the driver; −1 if the client is closed
 * @param naksSent how often the driver asked for lost data again; of all streams of the driver; −1 if
 *     the client is closed
 */
public record AeronPublisherStats(
    long delivered,
    long bytes,
    long requested,
    long available,
    long gone,
    Map<Integer, Long> positions,
    long gapsFilled,
    long naksSent) {}
