/**
 * Merging: the same sources and the same last subscriber for every library, so that only the
 * operator differs. Sources and subscriber speak both specifications, and are what each library
 * takes without an adapter; they offer no shortcut (fusion, scalar) to any.
 */
@NullMarked
package org.reactiveserializer.benchmarks.merge;

import org.jspecify.annotations.NullMarked;
