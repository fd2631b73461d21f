/**
 * Rings in mapped files, through which one process sends integers or messages to another: bare, or as a
 * publisher and a subscriber.
 */
package org.reactiveserializer.io.ring;
