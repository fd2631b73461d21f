/**
 * Sessions and emitters of Spring that any number of threads feed: {@link
 * org.reactiveserializer.spring.SerialWebSocketSession}, {@link
 * org.reactiveserializer.spring.SerialEmitter}. The first needs spring-websocket, the second spring-webmvc.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.spring;

import org.jspecify.annotations.NullMarked;
