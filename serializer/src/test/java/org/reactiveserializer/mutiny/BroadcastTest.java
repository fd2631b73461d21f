package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.support.Race;

/** An emitter in front of Mutiny's processor for several subscribers. */
class BroadcastTest {
  private static final int EACH = 2_000;
  private static final int ALL = 4 * EACH;

  @Test
  void eachSubscriberGetsWhatFourThreadsEmit() {
    SerialEmitter<Integer> emitter =
        MutinySerializer.emitterFor(BroadcastProcessor.<Integer>create());
    var first = emitter.toMulti().collect().asList().subscribeAsCompletionStage();
    var second = emitter.toMulti().collect().asList().subscribeAsCompletionStage();
    Runnable producer = () -> IntStream.range(0, EACH).forEach(emitter::emit);
    Race.run(0, producer, producer, producer, producer);
    emitter.complete();
    assertEquals(ALL, first.join().size());
    assertEquals(first.join(), second.join());
    assertEquals(EmitOutcome.TERMINATED, emitter.tryEmit(1));
    assertFalse(emitter.isCancelled());
  }
}
