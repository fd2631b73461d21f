/** Callbacks of the HTTP client of the JDK feed one stream of RxJava, and threads share its WebSocket. */
@NullMarked
package org.reactiveserializer.examples.httpclient;

import org.jspecify.annotations.NullMarked;
