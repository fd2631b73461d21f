/** Detects calls that block a thread, by an agent, in a separate virtual machine. */
@NullMarked
package org.reactiveserializer.blocking;

import org.jspecify.annotations.NullMarked;
