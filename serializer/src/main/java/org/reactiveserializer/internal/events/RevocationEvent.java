package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** The event {@code org.reactiveserializer.BiasRevoked}: see docs/observability.md. */
@Name("org.reactiveserializer.BiasRevoked")
@Label("Bias Revoked")
@Description(
    "A thread took the promise of another one: the biased mode of a stream that several threads use")
@Category("Reactive Serializer")
@StackTrace(true)
@Threshold("0 ns")
final class RevocationEvent extends Event {
  @Label("Vacant")
  @Description("Whether the other thread was not delivering")
  boolean vacant;
}
