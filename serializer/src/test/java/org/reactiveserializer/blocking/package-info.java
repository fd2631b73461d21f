/** What the library does that blocks a thread: with an agent, in a virtual machine of its own. */
@NullMarked
package org.reactiveserializer.blocking;

import org.jspecify.annotations.NullMarked;
