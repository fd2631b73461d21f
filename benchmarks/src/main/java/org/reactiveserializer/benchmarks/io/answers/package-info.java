/** Requests answered a second, when each answer is the request after find and replace. */
@NullMarked
package org.reactiveserializer.benchmarks.io.answers;

import org.jspecify.annotations.NullMarked;
