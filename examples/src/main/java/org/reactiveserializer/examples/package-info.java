/** Small programs, each in one file, with its command in the header. */
@NullMarked
package org.reactiveserializer.examples;

import org.jspecify.annotations.NullMarked;
