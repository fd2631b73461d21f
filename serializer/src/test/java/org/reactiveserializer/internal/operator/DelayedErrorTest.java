package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.emission.Hooks;

class DelayedErrorTest {

  private final List<Throwable> dropped = new ArrayList<>();
  private final Hooks<Object> hooks = new Hooks<>(null, dropped::add);
  private final DelayedError delayed = new DelayedError();

  @Test
  void theFirstSuppressesTheOthers() {
    Exception first = new Exception("first");
    Exception second = new Exception("second");
    Exception third = new Exception("third");
    for (Exception error : List.of(first, second, first, third)) {
      delayed.add(error);
    }
    assertSame(first, delayed.take(hooks));
    assertEquals(List.of(second, third), List.of(first.getSuppressed()));
    assertNull(delayed.take(hooks));
    assertEquals(List.of(), dropped);
  }

  @Test
  void whatTheFirstDoesNotSuppressIsDropped() {
    Exception bare = new Bare();
    Exception second = new Exception("second");
    delayed.add(bare);
    delayed.add(second);
    assertSame(bare, delayed.take(hooks));
    assertEquals(List.of(second), dropped);
  }

  @Test
  void onesThatComeAfterTheFirstWasTakenAreApart() {
    Exception first = new Exception("first");
    Exception second = new Exception("second");
    delayed.add(first);
    assertSame(first, delayed.take(hooks));
    delayed.add(second);
    assertSame(second, delayed.take(hooks));
    assertEquals(0, first.getSuppressed().length);
  }

  private static final class Bare extends Exception {
    private static final long serialVersionUID = 1;

    Bare() {
      super("without suppression", null, false, false);
    }
  }
}
