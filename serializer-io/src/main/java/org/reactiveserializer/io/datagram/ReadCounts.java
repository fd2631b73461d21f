package org.reactiveserializer.io.datagram;

/** The sums of the counts of several sockets. */
final class ReadCounts {
  long received;
  long bytes;
  long truncated;
  long refused;
  long refusedLate;
  long withoutBuffer;
  long errors;
  long givenBack;
  int buffers;
  long sent;
  long sendsWaiting;
  long sendsFailed;
  long sendsDropped;
}
