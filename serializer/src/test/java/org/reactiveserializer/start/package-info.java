/**
 * Programs that run in separate processes, with only the libraries that they use, and their test.
 */
@NullMarked
package org.reactiveserializer.start;

import org.jspecify.annotations.NullMarked;
