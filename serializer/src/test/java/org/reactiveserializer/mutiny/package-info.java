/** Tests of the bridge to Mutiny: what it shares with Mutiny's own classes, and the differences. */
@NullMarked
package org.reactiveserializer.mutiny;

import org.jspecify.annotations.NullMarked;
