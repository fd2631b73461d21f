package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.context.ContextRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** As {@link ThreadLocalsTest}, for a merge. */
class MergeThreadLocalsTest {
  private static final String KEY = "org.reactiveserializer.MergeThreadLocalsTest";
  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final Tap<String> one = Tap.named("one");
  private final Tap<String> other = Tap.named("other");
  private final RecordingSubscriber<String> downstream = new RecordingSubscriber<>();

  // What was handled, with the user that was there.
  private final List<String> handled = new ArrayList<>();

  @BeforeEach
  void register() {
    ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, USER);
    USER.set("A");
  }

  @AfterEach
  void deregister() {
    ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
    USER.remove();
  }

  private void handle(String item) {
    handled.add(item + " with " + USER.get());
  }

  private void subscribe(Publisher<String> merged, long demand) {
    downstream.onSubscribe(subscription -> subscription.request(demand));
    downstream.onNext(
        item -> {
          handle(item);
          if (item.equals("first")) {
            Elsewhere.run(() -> emitAs("B", "theirs"));
          }
        });
    merged.subscribe(downstream);
  }

  private void emitAs(String user, String item) {
    USER.set(user);
    other.next(item);
  }

  private void meet() {
    one.next("first", "last");
    handled.add("after with " + USER.get());
  }

  @Test
  void anItemThatWaitsForTheOwnerTakesThemAlong() {
    subscribe(Merge.withDefaults().<String>carryThreadLocals().of(one, other), 9);
    meet();
    assertEquals(List.of("first with A", "theirs with B", "last with A", "after with A"), handled);
  }

  @Test
  void withoutTheSettingItDoesNot() {
    subscribe(Merge.<String>withDefaults().of(one, other), 9);
    meet();
    assertEquals(List.of("first with A", "theirs with A", "last with A", "after with A"), handled);
  }

  @Test
  void anItemThatWaitsForDemandTakesThemAlong() {
    subscribe(
        Merge.withDefaults().<String>carryThreadLocals().prefetch(4).named("m").of(one, other), 1);
    meet();
    downstream.subscription().request(9);
    assertEquals(List.of("first with A", "after with A", "theirs with B", "last with A"), handled);
  }

  @Test
  void theDiscardHookGetsTheItemItself() {
    List<String> discarded = new ArrayList<>();
    subscribe(
        Merge.withDefaults()
            .<String>carryThreadLocals()
            .<String>onDiscard(discarded::add)
            .of(one, other),
        1);
    meet();
    downstream.subscription().cancel();
    assertEquals(List.of("theirs", "last"), discarded);
  }

  @Test
  void aBridgeHasTheSetting() {
    List<String> discarded = new ArrayList<>();
    Flux<String> merged =
        ReactorSerializer.flux(
                Merge.withDefaults().<String>carryThreadLocals().<String>of(List.of(one, other)))
            .doOnDiscard(String.class, discarded::add);
    subscribe(merged, 2);
    meet();
    assertEquals(List.of("first with A", "theirs with B", "after with A"), handled);
    downstream.subscription().cancel();
    assertEquals(List.of("last"), discarded);
  }
}
