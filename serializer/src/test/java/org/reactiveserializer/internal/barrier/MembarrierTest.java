package org.reactiveserializer.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens if the kernel refuses. */
class MembarrierTest {
  private static final int QUERY = 0;
  private static final int EXPEDITED = 8;
  private static final int REGISTER = 16;
  private static final long NUMBER = 324;
  private static final ProcessBarrier NEVER =
      () -> {
        throw new AssertionError("not refused");
      };

  private final List<Integer> commands = new ArrayList<>();
  private long supported = EXPEDITED | REGISTER;
  private int refused = -1;

  @Test
  void registersThenFences() throws ReflectiveOperationException {
    ProcessBarrier barrier = Membarrier.register(kernel(), NEVER);
    assertEquals(List.of(QUERY, REGISTER, EXPEDITED), commands);
    barrier.execute();
    assertEquals(List.of(QUERY, REGISTER, EXPEDITED, EXPEDITED), commands);
  }

  @ParameterizedTest
  @ValueSource(ints = {QUERY, EXPEDITED, REGISTER})
  void notUsedIfTheKernelRefusesAtFirst(int command) throws ReflectiveOperationException {
    refused = command;
    MethodHandle kernel = kernel();
    assertThrows(UnsupportedOperationException.class, () -> Membarrier.register(kernel, NEVER));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, EXPEDITED, REGISTER})
  void notUsedIfTheKernelDoesNotKnowIt(int known) throws ReflectiveOperationException {
    supported = known;
    MethodHandle kernel = kernel();
    assertThrows(UnsupportedOperationException.class, () -> Membarrier.register(kernel, NEVER));
  }

  @Test
  void replacedIfTheKernelRefusesLater() throws ReflectiveOperationException {
    int[] lastResorts = new int[1];
    ProcessBarrier barrier = Membarrier.register(kernel(), () -> lastResorts[0]++);
    barrier.execute();
    assertEquals(0, lastResorts[0]);
    refused = EXPEDITED;
    barrier.execute();
    assertEquals(1, lastResorts[0]);
  }

  private MethodHandle kernel() throws ReflectiveOperationException {
    return MethodHandles.lookup()
        .bind(
            this,
            "syscall",
            MethodType.methodType(long.class, long.class, int.class, int.class, int.class));
  }

  @SuppressWarnings({"unused", "UnusedMethod", "UnusedVariable"}) // by kernel()
  private long syscall(long number, int command, int flags, int processor) {
    assertEquals(NUMBER, number);
    assertEquals(0, flags);
    commands.add(command);
    if (command == refused) {
      return -1;
    }
    return command == QUERY ? supported : 0;
  }
}
