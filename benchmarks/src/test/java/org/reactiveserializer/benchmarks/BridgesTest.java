package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bridge itself is measured, without adapters of its library. */
class BridgesTest {
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.MATCH_ANY,
      names = {"SERIALIZER", "BRIDGE_.*"})
  void noCodeOfTheLibraryLiesOnThePathOfAnItem(Contender contender) {
    assertEquals(List.of("the item"), framesSeenBy(contender));
  }

  @ParameterizedTest
  @EnumSource(names = {"RXJAVA", "REACTOR", "MUTINY"})
  void codeOfALibraryIsDetected(Contender contender) {
    assertNotEquals(List.of("the item"), framesSeenBy(contender));
  }

  private static List<String> framesSeenBy(Contender contender) {
    List<String> seen = new ArrayList<>();
    contender.open(new Witness(seen)).accept(Items.encode(0, 0));
    return seen;
  }

  /** Records each item, and the frames of other libraries on the stack. */
  private record Witness(List<String> seen) implements Downstream {
    @Override
    public void onNext(Integer item) {
      seen.add("the item");
      StackWalker.getInstance()
          .forEach(
              frame -> {
                if (frame.getClassName().matches("(io|reactor|org.reactivestreams)[.].*")) {
                  seen.add(frame.toString());
                }
              });
    }

    @Override
    public Verdict judge(long... emitted) {
      throw new UnsupportedOperationException();
    }
  }
}
