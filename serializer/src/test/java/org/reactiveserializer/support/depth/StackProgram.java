package org.reactiveserializer.support.depth;

import org.reactiveserializer.support.depth.StackCase.Subject;

/** A program that goes through the tables of some subjects, and prints what is out of order. */
public final class StackProgram {
  private StackProgram() {}

  /** Runs. */
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
