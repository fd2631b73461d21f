/**
 * What the flight recorder of the JDK is told: events of the slow paths. The class {@link
 * org.reactiveserializer.internal.events.Events} is the entrance; the others need the module {@code
 * jdk.jfr}, which may be missing.
 */
package org.reactiveserializer.internal.events;
