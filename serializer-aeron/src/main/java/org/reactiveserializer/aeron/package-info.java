/**
 * Streams between processes and machines over Aeron: {@link
 * org.reactiveserializer.aeron.AeronPublisher} for what arrives, {@link
 * org.reactiveserializer.aeron.AeronSubscriber} for what any number of threads send.
 */
package org.reactiveserializer.aeron;
