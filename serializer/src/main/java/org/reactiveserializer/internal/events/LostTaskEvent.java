package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event {@code org.reactiveserializer.LostTask}: see docs/observability.md. */
@Name("org.reactiveserializer.LostTask")
@Label("Lost Task")
@Description("A task of the executor that should have delivered does not")
@Category("Reactive Serializer")
@StackTrace(true)
final class LostTaskEvent extends Event {
  @Label("Stream")
  @Description("With its name, if it has one")
  String stream = "";

  @Label("Reason")
  String reason = "";
}
