/** Tests of the rings. */
@org.jspecify.annotations.NullMarked
package org.reactiveserializer.io.ring;
