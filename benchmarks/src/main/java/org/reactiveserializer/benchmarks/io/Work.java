package org.reactiveserializer.benchmarks.io;

import java.util.List;

/** Something that is measured: the same for all its contenders. */
public interface Work {
  /** Returns what is measured. */
  Subject subject();

  /** Returns the name on the command line. */
  default String label() {
    return subject().label();
  }

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

  /**
   * What is measured.
   *
   * @param label the name on the command line
   * @param title what is measured, in a few words
   * @param unit the unit of all figures
   * @param isMoreBetter whether a larger figure is better
   */
  record Subject(String label, String title, String unit, boolean isMoreBetter) {}
}
