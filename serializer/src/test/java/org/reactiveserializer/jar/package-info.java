/** The jar that is published. */
@NullMarked
package org.reactiveserializer.jar;

import org.jspecify.annotations.NullMarked;
