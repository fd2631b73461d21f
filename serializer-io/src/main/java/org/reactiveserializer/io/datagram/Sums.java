package org.reactiveserializer.io.datagram;

/** The sums of the counts of all sockets of a source, while they are being collected. */
final class Sums {
  long received;
  long bytes;
  long truncated;
  long refused;
  long refusedLate;
  long withoutBuffer;
  long own;
  long errors;
  long givenBack;
  int buffers;
  long sent;
  long sendsWaiting;
  long sendsFailed;
  long sendsDropped;
}
