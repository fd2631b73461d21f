/**
 * Benchmarks of merge operators. Every library gets the same sources and the same last subscriber,
 * so only the operator differs. Sources and subscriber implement the interfaces of both
 * specifications and those that each library accepts without an adapter. They offer no shortcut
 * (fusion, scalar sources) to any library.
 */
@NullMarked
package org.reactiveserializer.benchmarks.merge;

import org.jspecify.annotations.NullMarked;
