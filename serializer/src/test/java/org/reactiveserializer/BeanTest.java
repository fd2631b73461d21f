package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * A container that destroys a bean looks at its class, and not at the type that it was declared as: a public method of
 * that name without parameters is taken for one that ends it.
 */
class BeanTest {
  private static final Set<String> ENDS = Set.of("close", "shutdown");

  static List<Object> made() {
    Serializer<Integer> serializer = Serializer.unbounded();
    return List.of(
        serializer.wrap(new RecordingSubscriber<>()),
        serializer.sink(),
        RxSerializer.serialize(serializer).wrap(new RecordingSubscriber<Integer>()),
        ReactorSerializer.many());
  }

  @ParameterizedTest
  @MethodSource("made")
  void hasNoMethodThatAContainerTakesForItsEnd(Object made) {
    List<String> ends =
        Stream.of(made.getClass().getMethods())
            .filter(method -> method.getParameterCount() == 0)
            .map(Method::getName)
            .filter(ENDS::contains)
            .toList();
    assertEquals(List.of(), ends);
  }
}
