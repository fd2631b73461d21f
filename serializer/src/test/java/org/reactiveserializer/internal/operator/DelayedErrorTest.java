package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DelayedErrorTest {

  @Test
  void whetherTheFirstOneSuppressesIsAskedAnewOnceItWasTaken() {
    DelayedError delayed = new DelayedError();
    Exception first = new Exception("first");
    assertTrue(delayed.add(first));
    assertTrue(delayed.add(new Exception("suppressed")));
    assertSame(first, delayed.take());

    Exception bare = new Bare();
    assertTrue(delayed.add(bare));
    assertFalse(delayed.add(new Exception("of the caller")));
    assertEquals(0, bare.getSuppressed().length);
  }

  private static final class Bare extends Exception {
    private static final long serialVersionUID = 1;

    Bare() {
      super("without suppression", null, false, false);
    }
  }
}
