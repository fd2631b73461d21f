/**
 * How calls and keyed sinks work. {@link org.reactiveserializer.calls.internal.Mailbox}: a live key; {@link
 * org.reactiveserializer.calls.internal.Mailboxes}: what an emission does, and an owner of a key; {@link
 * org.reactiveserializer.calls.internal.ReadyQueue}: the tasks that own keys.
 */
@NullMarked
package org.reactiveserializer.calls.internal;

import org.jspecify.annotations.NullMarked;
