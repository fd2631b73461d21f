/**
 * How calls and keyed sinks work. {@link org.reactiveserializer.calls.internal.KeyQueue}: a live key; {@link
 * org.reactiveserializer.calls.internal.KeyedEngine}: what an emission does, and an owner of a key; {@link
 * org.reactiveserializer.calls.internal.KeyScheduler}: the tasks that own keys.
 */
@NullMarked
package org.reactiveserializer.calls.internal;

import org.jspecify.annotations.NullMarked;
