package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.WhenFull;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * If the stack of a thread overflows while it revokes a promise, the next thread decides who the
 * owner is. (For the promise's owner see {@code ExhaustionTest}.)
 */
class UndecidedPromiseTest {
  private final BiasedRight right = new BiasedRight(this::fence, 0);
  private int failures;

  private void fence() {
    if (failures > 0) {
      failures--;
      throw new StackOverflowError();
    }
  }

  @BeforeEach
  void promiseToThisThread() {
    assertTrue(right.tryEnter());
    assertTrue(right.tryExit());
  }

  @Test
  void revokersHandOver() {
    failures = 2;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(
        () -> {
          assertEquals(Handover.ENTERED, right.push(new Item()));
          assertEquals(3, Work.count(right.take()));
          assertTrue(right.tryExit());
        });
  }

  @Test
  void revokerSignals() {
    failures = 1;
    Elsewhere.run(() -> assertFalse(right.signalOwner()));
    Elsewhere.run(() -> assertTrue(right.signalOwner()));
  }

  @Test
  void theNextThreadMayBeTheOwnerOfThePromise() {
    failures = 1;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    assertFalse(right.tryEnter());
    assertEquals(Handover.ENTERED, right.push(new Item()));
    assertEquals(2, Work.count(right.take()));
  }

  @Test
  void anOwnerInsideKeepsTheRight() {
    assertTrue(right.tryEnter());
    failures = 1;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    assertFalse(right.tryExit());
    assertEquals(2, Work.count(right.take()));
    assertTrue(right.tryExit());
  }

  /**
   * The holder's stack may overflow while it enters or leaves by a promise that nobody has revoked.
   */
  @Test
  void aPromiseThatStandsIsNotClaimedBecauseOfANote() {
    Noted noted = new Noted();
    assertTrue(noted.tryEnter());
    assertTrue(noted.tryExit());
    Object promise = Objects.requireNonNull(noted.enter());
    assertTrue(noted.tryExit(promise));
    noted.note(promise);
    Elsewhere.run(() -> assertFalse(noted.claims(promise)));
    assertSame(promise, noted.enter());
    assertTrue(noted.tryExit(promise));
  }

  /** Otherwise a thread that decides late would wipe out the note of a later promise. */
  @Test
  void theNoteIsForgottenBeforeThePromiseIsClaimed() {
    List<Boolean> undecided = new ArrayList<>();
    Noted noted = new Noted(right -> undecided.add(right.hasUndecidedPromise()));
    assertTrue(noted.tryEnter());
    assertTrue(noted.tryExit());
    Object promise = Objects.requireNonNull(noted.enter());
    assertTrue(noted.tryExit(promise));
    noted.note(promise);
    Elsewhere.run(() -> assertEquals(Handover.ENTERED, noted.push(new Item())));
    assertEquals(List.of(false), undecided);
  }

  /** The item waits in a queue, of which it takes all the room. */
  @ParameterizedTest
  @EnumSource
  void aProducerThatFindsAFullQueueDecides(WhenFull whenFull) {
    List<Integer> discarded = new ArrayList<>();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSettings<Integer> settings =
        new SerialSettings<>(1, whenFull, null, null, new Hooks<>(discarded::add, error -> {}));
    BiasedRight own = new BiasedRight(this::fence, 0);
    SerialEmitter<Integer> emitter =
        new SerialEmitter<>(settings, downstream) {
          @Override
          protected EmissionRight right() {
            return own;
          }
        };
    emitter.onNext(0); // leaves with a promise
    failures = 1;
    Elsewhere.run(() -> emitter.onNext(1));
    Elsewhere.run(() -> emitter.onNext(2));
    assertEquals(List.of("subscribed", 0, 1, 2), downstream.signals());
    assertEquals(List.of(), discarded);
  }

  /** A right whose notes can be written and read. */
  private static final class Noted extends BiasedRight {
    Noted() {
      super(() -> {}, 0);
    }

    Noted(Consumer<BiasedRight> fence) {
      this(new AtomicReference<>(), fence);
    }

    private Noted(AtomicReference<BiasedRight> self, Consumer<BiasedRight> fence) {
      super(() -> fence.accept(Objects.requireNonNull(self.get())), 0);
      self.set(this);
    }

    void note(Object promise) {
      undecidedPromise = promise;
    }

    boolean claims(Object promise) {
      return claimRevoked(promise);
    }
  }

  private static final class Item extends Work {}
}
