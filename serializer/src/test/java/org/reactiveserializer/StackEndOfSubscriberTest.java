package org.reactiveserializer;

import org.reactiveserializer.support.depth.StackCase.Subject;

/** The stack ends in a call of a serializer in front of a subscriber. */
class StackEndOfSubscriberTest extends StackEnd {
  StackEndOfSubscriberTest() {
    super(Subject.SUBSCRIBER);
  }
}
