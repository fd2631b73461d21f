package org.reactiveserializer.tck;

import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;

/** A sink with a capacity of two, so its producers wait for room most of the time. */
public class SinkBoundedVerification extends SinkVerification {
  public SinkBoundedVerification() {
    super(Serializer.withDefaults().bounded(2, Overflow.ERROR));
  }
}
