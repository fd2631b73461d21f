package org.reactiveserializer;

import org.reactiveserializer.support.depth.StackCase.Subject;

/** The stack ends in a call of a merge. */
class StackEndOfMergeTest extends StackEnd {
  StackEndOfMergeTest() {
    super(Subject.MERGE);
  }
}
