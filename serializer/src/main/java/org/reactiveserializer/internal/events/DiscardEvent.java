package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event {@code org.reactiveserializer.Discard}: see docs/observability.md. */
@Name("org.reactiveserializer.Discard")
@Label("Discard")
@Description("Items will not be delivered")
@Category("Reactive Serializer")
@StackTrace(true)
final class DiscardEvent extends Event {
  @Label("Stream")
  @Description("With its name, if it has one")
  String stream = "";

  @Label("Items")
  @Description("How many were discarded")
  long items;
}
