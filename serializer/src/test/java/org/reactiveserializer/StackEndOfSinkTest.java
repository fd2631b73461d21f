package org.reactiveserializer;

import org.reactiveserializer.support.depth.StackCase.Subject;

/** The stack ends in a call of a sink. */
class StackEndOfSinkTest extends StackEnd {
  StackEndOfSinkTest() {
    super(Subject.SINK);
  }
}
