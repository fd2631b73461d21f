package org.reactiveserializer.support.depth;

import org.reactiveserializer.support.depth.StackCase.Subject;

/** A program that tries all rows of some subjects, and prints the faults. */
public final class StackProgram {
  private StackProgram() {}

  /** Tries the subjects that are named. */
  public static void main(String[] subjects) {
    for (String subject : subjects) {
      for (StackCase row : Subject.valueOf(subject).cases()) {
        Trials trials = row.run();
        if (trials.wrong() > 0) {
          System.out.println(subject + " " + row + ": " + trials);
        }
      }
    }
  }
}
