package org.reactiveserializer.benchmarks.io.process;

/** What a child process does. A role has a constructor without parameters. */
public interface Role {
  /**
   * Does the work. The process ends when this method returns.
   *
   * @throws Exception if the work failed: the parent receives it as the fault of the contender
   */
  void play(Parameters parameters, Parent parent) throws Exception;
}
