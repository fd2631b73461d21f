/**
 * Streams between processes and machines over Aeron: {@link
 * org.reactiveserializer.aeron.AeronPublisher} for what arrives, {@link
 * org.reactiveserializer.aeron.AeronSubscriber} for what any number of threads send.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
package org.reactiveserializer.aeron;
