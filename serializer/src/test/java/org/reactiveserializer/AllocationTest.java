package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** An item that its own thread delivers allocates nothing. */
class AllocationTest {
  private static final int ITEMS = 10_000;
  private static final Integer ITEM = 1_000;

  private final Counting downstream = new Counting();

  static Stream<Serializer<Integer>> settings() {
    return Stream.of(
        Serializer.withDefaults(), Serializer.withDefaults().bounded(16, Overflow.ERROR));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anItemOfASubscriber(Serializer<Integer> settings) {
    SerialSubscriber<Integer> serialized = settings.wrap(downstream);
    assertEquals(0, allocatedBy(() -> serialized.onNext(ITEM)) / ITEMS);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anItemOfASink(Serializer<Integer> settings) {
    SerialSink<Integer> sink = settings.sink();
    sink.subscribe(downstream);
    assertEquals(0, allocatedBy(() -> sink.tryEmit(ITEM)) / ITEMS);
  }

  @Test
  void anItemOfAMerge() {
    Tap<Integer> source = Tap.named("source");
    Merge.withDefaults()
        .concurrency(1)
        .prefetch(Integer.MAX_VALUE)
        .of(source)
        .subscribe(downstream);
    Subscriber<? super Integer> inner = source.subscriber();
    assertEquals(0, allocatedBy(() -> inner.onNext(ITEM)) / ITEMS);
  }

  @Test
  void theTestNoticesOneObjectForEachItem() {
    SerialSubscriber<Object[]> serialized = Serializer.withDefaults().wrap(new Counting());
    long allocated = allocatedBy(() -> serialized.onNext(new Object[1]));
    assertTrue(allocated >= 16L * ITEMS, () -> "noticed only " + allocated + " bytes");
  }

  /**
   * Returns how many bytes this thread allocated during so many calls, after as many others. The
   * virtual machine may add some that no call has allocated, far fewer than one for each.
   */
  private static long allocatedBy(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = -ITEMS; i < ITEMS; i++) {
      if (i == 0) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      call.run();
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static final class Counting implements Subscriber<Object> {
    private int items;
    private @Nullable Object last;

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Object item) {
      items++;
      last = item; // so that the compiler cannot leave out that it was made
    }

    @Override
    public void onError(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    public void onComplete() {}

    @Override
    public String toString() {
      return items + " items, the last of them " + last;
    }
  }
}
