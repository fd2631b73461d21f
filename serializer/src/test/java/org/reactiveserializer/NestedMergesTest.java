package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A merge of a merge of a merge and so on, as a loop builds it up. If the stack does not suffice for
 * that, somebody learns of it: the subscriber, or the thread that subscribes.
 */
@Tag("effort")
class NestedMergesTest {
  private static final int ATTEMPTS = Effort.rounds(20);
  private static final Merge<Integer> MERGE =
      Merge.<Integer>withDefaults().onErrorDropped(error -> {});

  @ParameterizedTest
  @ValueSource(ints = {100, 200, 400, 800, 1600})
  void completeOrFail(int depth) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      assertEnds(depth + attempt);
    }
  }

  private static void assertEnds(int depth) {
    Publisher<Integer> merged = new Just(0);
    for (int i = 1; i <= depth; i++) {
      merged = MERGE.of(merged, new Just(i));
    }
    Publisher<Integer> source = merged;
    RecordingSubscriber<Integer> downstream =
        new RecordingSubscriber<Integer>().onSubscribe(all -> all.request(Long.MAX_VALUE));
    boolean[] thrown = {false};
    Elsewhere.run(
        () -> {
          try {
            source.subscribe(downstream);
          } catch (StackOverflowError expected) {
            thrown[0] = true;
          }
        });
    List<Object> signals = downstream.signals();
    Object last = signals.isEmpty() ? "nothing" : signals.get(signals.size() - 1);
    if (last.equals("completed")) {
      assertEquals(depth + 3, signals.size());
    } else {
      assertTrue(thrown[0] || last instanceof StackOverflowError, () -> "silent after " + last);
    }
  }

  private record Just(int item) implements Publisher<Integer> {
    @Override
    public void subscribe(Subscriber<? super Integer> subscriber) {
      subscriber.onSubscribe(
          new Subscription() {
            private boolean over;

            @Override
            public void request(long n) {
              if (!over) {
                over = true;
                subscriber.onNext(item);
                subscriber.onComplete();
              }
            }

            @Override
            public void cancel() {
              over = true;
            }
          });
    }
  }
}
