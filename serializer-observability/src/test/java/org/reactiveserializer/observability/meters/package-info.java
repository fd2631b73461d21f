/** Tests of the meters. */
@NullMarked
package org.reactiveserializer.observability.meters;

import org.jspecify.annotations.NullMarked;
