/**
 * The messages of any number of Netty channels as one stream: {@link
 * org.reactiveserializer.netty.ChannelStream}.
 */
package org.reactiveserializer.netty;
