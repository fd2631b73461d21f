/**
 * The messages of any number of Netty channels as one stream: {@link
 * org.reactiveserializer.netty.ChannelStream}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
package org.reactiveserializer.netty;
