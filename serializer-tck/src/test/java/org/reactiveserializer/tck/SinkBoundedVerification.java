package org.reactiveserializer.tck;

import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;

/** A sink in which two items may wait, so that its producers do, most of the time. */
public class SinkBoundedVerification extends SinkVerification {
  public SinkBoundedVerification() {
    super(Serializer.bounded(2, Overflow.ERROR));
  }
}
