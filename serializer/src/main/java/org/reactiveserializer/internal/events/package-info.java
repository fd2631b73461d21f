/**
 * What can be seen of streams from outside: {@link org.reactiveserializer.internal.events.Events} for the
 * flight recorder of the JDK, {@link org.reactiveserializer.internal.events.Streams} for whoever shows
 * figures of those that have a name.
 */
package org.reactiveserializer.internal.events;
