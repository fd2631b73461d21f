/**
 * Datagrams as a stream: received with demand, a bound and an account of what was lost on this
 * machine, and answered from any thread.
 */
package org.reactiveserializer.io.datagram;
