/** Tests of streams of channels, with real sockets on the loopback interface. */
@org.jspecify.annotations.NullMarked
package org.reactiveserializer.netty;
