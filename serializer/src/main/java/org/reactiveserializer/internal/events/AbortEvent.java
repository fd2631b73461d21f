package org.reactiveserializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The event {@code org.reactiveserializer.Abort}: see docs/observability.md. */
@Name("org.reactiveserializer.Abort")
@Label("Abort")
@Description("A stream has ended because its subscriber threw")
@Category("Reactive Serializer")
@StackTrace(true)
final class AbortEvent extends Event {
  @Label("Stream")
  @Description("With its name, if it has one")
  String stream = "";

  @Label("Thrown Class")
  @Nullable Class<?> thrownClass;

  @Label("Message")
  @Nullable String message;
}
