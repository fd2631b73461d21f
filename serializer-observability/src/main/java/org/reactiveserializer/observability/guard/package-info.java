/** What watches a stream, and reports who breaks which rule of the Reactive Streams specification. */
package org.reactiveserializer.observability.guard;
