package org.reactiveserializer.io.datagram;

import java.util.List;

/** The sums of the counts of all sockets of a source. */
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
  long sendsCutOff; // of those dropped: because the socket was closed

  static Sums of(List<SocketReader> readers) {
    Sums sums = new Sums();
    for (SocketReader reader : readers) {
      reader.addTo(sums);
    }
    return sums;
  }
}
