package org.reactiveserializer.benchmarks.io;

import java.util.List;

/** Something that is measured: the same for all its contenders. */
public interface Work {
  /** Returns the name on the command line. */
  String label();

  /** Returns what is measured, in a few words. */
  String title();

  /** Returns the unit of all figures. */
  String unit();

  /** Whether a larger figure is better. */
  boolean isMoreBetter();

  /** Returns the cases, in the order of the table's columns. */
  List<Case> cases(Effort effort);

  /** Returns the contenders that this machine can run, the library's own first. */
  List<IoContender> contenders();

  /**
   * Runs a contender once, in processes of its own, and verifies everything that arrives.
   *
   * @throws Exception if the run failed; its message becomes the fault of the contender
   */
  Outcome measure(IoContender contender, Case which, Effort effort) throws Exception;
}
