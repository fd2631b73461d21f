package org.reactiveserializer.support;

/** Streams in a process that has no flight recorder. */
public final class WithoutRecorder {
  private WithoutRecorder() {}

  /** Fails if there is a recorder after all, or a stream fails. */
  public static void main(String[] arguments) {
    try {
      Class.forName("jdk.jfr.Event");
    } catch (ClassNotFoundException expected) {
      FirstStreams.main(arguments);
      return;
    }
    throw new AssertionError("the module jdk.jfr is there");
  }
}
