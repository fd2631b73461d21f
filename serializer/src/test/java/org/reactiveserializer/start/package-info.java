/** Programs that start by themselves, with the libraries they use and no others; and their test. */
@NullMarked
package org.reactiveserializer.start;

import org.jspecify.annotations.NullMarked;
