/**
 * The parts of a race: probes as downstreams, hooks that record, items that know what happened to
 * them.
 */
@NullMarked
package org.reactiveserializer.stress.support;

import org.jspecify.annotations.NullMarked;
