package org.reactiveserializer.stress.support;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The reactions of a downstream to an item, after recording it. */
public final class Reactions {
  private static final int LINGER = 20;

  private Reactions() {}

  /** Does nothing. */
  public static Consumer<Item> none() {
    return item -> {};
  }

  /** Takes long enough for the other thread to hand something over. */
  public static Consumer<Item> linger() {
    return item -> spin();
  }

  /** Takes as long as {@link #linger}, and throws. */
  public static Consumer<Item> fail(Failure failure) {
    return item -> {
      spin();
      throw failure;
    };
  }

  /** Takes as long as {@link #linger}, and throws, for the items with this number. */
  public static Consumer<Item> failAt(int number, Failure failure) {
    return item -> {
      if (item.number() == number) {
        spin();
        throw failure;
      }
    };
  }

  /** Takes as long as {@link #linger}. */
  public static void spin() {
    for (int i = 0; i < LINGER; i++) {
      Thread.onSpinWait();
    }
  }

  /** Takes any time up to that of {@link #linger}: where both threads would always be in step. */
  public static void spinForSome() {
    for (int i = ThreadLocalRandom.current().nextInt(LINGER); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  /**
   * Lets other threads run here, on another processor or on this one: at the broken step of a twin,
   * which is then detected on a machine with one processor, too.
   */
  public static void giveWay() {
    spin();
    Thread.yield();
  }
}
