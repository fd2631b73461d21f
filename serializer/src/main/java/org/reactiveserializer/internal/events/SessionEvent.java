package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** The event {@code org.reactiveserializer.Session}: see docs/observability.md. */
@Name("org.reactiveserializer.Session")
@Label("Long Session")
@Description("A thread delivered items that others had emitted, for longer than the threshold")
@Category("Reactive Serializer")
@StackTrace(true)
@Threshold("10 ms")
final class SessionEvent extends Event {
  @Label("Stream")
  @Description("With its name, if it has one")
  String stream = "";

  @Label("Items")
  @Description("How many it delivered")
  long items;
}
