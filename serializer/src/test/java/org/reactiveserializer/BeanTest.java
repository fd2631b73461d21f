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
 * A dependency injection container may infer how to destroy a bean from the bean's class, not from
 * the declared type: it calls a public method without parameters named {@code close} or {@code
 * shutdown}.
 */
class BeanTest {
  private static final Set<String> ENDS = Set.of("close", "shutdown");

  static List<Object> made() {
    Serializer<Integer> serializer = Serializer.withDefaults();
    return List.of(
        serializer.wrap(new RecordingSubscriber<>()),
        serializer.sink(),
        RxSerializer.wrap(new RecordingSubscriber<Integer>(), serializer),
        ReactorSerializer.many());
  }

  @ParameterizedTest
  @MethodSource("made")
  void hasNoMethodThatAContainerCallsToDestroyIt(Object made) {
    List<String> ends =
        Stream.of(made.getClass().getMethods())
            .filter(method -> method.getParameterCount() == 0)
            .map(Method::getName)
            .filter(ENDS::contains)
            .toList();
    assertEquals(List.of(), ends);
  }
}
