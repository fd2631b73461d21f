/** Tests of the meters. */
@NullMarked
package org.reactiveserializer.micrometer;

import org.jspecify.annotations.NullMarked;
