package org.reactiveserializer.reactor;

import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Stats;
import reactor.core.publisher.Sinks;

/**
 * A {@link Sinks.Many} that any number of threads may feed at the same time, and what a {@link
 * SerialSink} has besides. {@link ReactorSerializer#many} makes it. Do not implement this
 * interface: methods may be added.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public interface SerialMany<T> extends Sinks.Many<T> {
  /**
   * {@return what happened to the items so far: see {@link SerialSink#stats}} In front of another
   * sink, an item that was passed to that sink counts as delivered, whatever it answered, each time; and
   * also as discarded if it was discarded then. So there the figures do not add up if that sink refuses.
   */
  Stats stats();

  /** {@return how many accepted items wait: see {@link SerialSink#backlog}} */
  int backlog();

  /** Ends the stream at once, and discards what waits: see {@link SerialSink#abandon}. */
  void abandon();
}
