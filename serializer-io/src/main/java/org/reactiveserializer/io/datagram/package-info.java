/**
 * Datagrams as a stream: received with demand, a bound and an account in which nothing is missing,
 * and answered from any thread.
 */
package org.reactiveserializer.io.datagram;
