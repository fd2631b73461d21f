package org.reactiveserializer.internal.settings;

/** What a front needs to know of the end of its sink, besides what users see. Each sink is one. */
public interface SinkEnd {
  /** Sets what runs once, when nothing is left to do: also what waited was discarded. Before anybody subscribes. */
  void whenDone(Runnable callback);

  /** Drops an error that nobody else learns of. */
  void dropRefused(Throwable error);
}
