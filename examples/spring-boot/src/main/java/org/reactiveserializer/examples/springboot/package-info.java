/** Server-sent events and WebSocket sessions that several threads feed, in Spring WebFlux. */
@NullMarked
package org.reactiveserializer.examples.springboot;

import org.jspecify.annotations.NullMarked;
