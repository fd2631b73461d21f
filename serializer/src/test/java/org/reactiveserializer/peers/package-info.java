/**
 * Cases in which this library behaves better than others, each shown by the same script for all.
 * {@link org.reactiveserializer.peers.PeerDefectsTest} has the list.
 */
@NullMarked
package org.reactiveserializer.peers;

import org.jspecify.annotations.NullMarked;
