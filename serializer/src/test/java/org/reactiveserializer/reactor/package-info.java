/**
 * Tests of the bridge to Reactor: what it shares with Reactor's own classes, and the differences.
 */
@NullMarked
package org.reactiveserializer.reactor;

import org.jspecify.annotations.NullMarked;
