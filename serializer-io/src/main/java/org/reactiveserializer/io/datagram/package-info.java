/**
 * Datagrams as a stream: received with demand, a bound and an account of what was lost on this
 * machine, and answered from any thread.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
package org.reactiveserializer.io.datagram;
