/** The contract, line by line. */
@NullMarked
package org.reactiveserializer;

import org.jspecify.annotations.NullMarked;
