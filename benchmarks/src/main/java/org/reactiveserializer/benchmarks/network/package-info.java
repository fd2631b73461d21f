/** Compares the streams of connections with threads, selectors and bare Netty: {@code benchmarks/network}. */
@NullMarked
package org.reactiveserializer.benchmarks.network;

import org.jspecify.annotations.NullMarked;
