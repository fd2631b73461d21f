/** Meters of Micrometer for streams that have a name. */
package org.reactiveserializer.observability.meters;
