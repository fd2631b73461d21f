/**
 * What other libraries do today where this one does better, each shown by the same steps for both.
 * {@link org.reactiveserializer.peers.PeerDefectsTest} has the list.
 */
@NullMarked
package org.reactiveserializer.peers;

import org.jspecify.annotations.NullMarked;
