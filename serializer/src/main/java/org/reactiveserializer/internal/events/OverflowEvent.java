package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event {@code org.reactiveserializer.Overflow}: see docs/observability.md. */
@Name("org.reactiveserializer.Overflow")
@Label("Overflow")
@Description("An item found the queue full")
@Category("Reactive Serializer")
@StackTrace(true)
final class OverflowEvent extends Event {
  @Label("Stream")
  @Description("With its name, if it has one")
  String stream = "";

  @Label("Capacity")
  @Description("How many items may wait")
  int capacity;

  @Label("Policy")
  @Description("What happens to the item")
  String policy = "";
}
