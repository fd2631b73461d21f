/**
 * WebSocket sessions of Jakarta that any number of threads feed: {@link
 * org.reactiveserializer.websocket.SerialSession}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.websocket;

import org.jspecify.annotations.NullMarked;
