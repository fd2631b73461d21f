/** Server-sent events that several threads feed, in Quarkus REST. */
@NullMarked
package org.reactiveserializer.examples.quarkus;

import org.jspecify.annotations.NullMarked;
