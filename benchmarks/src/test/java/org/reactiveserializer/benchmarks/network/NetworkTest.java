package org.reactiveserializer.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.Tiny;
import org.reactiveserializer.benchmarks.io.Work;

/** All servers with a few connections, and servers with faults. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NetworkTest {
  static List<Work> works() {
    return Network.WORKS.all();
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("works")
  void allContendersRun(Work work) {
    Tiny.runAll(work);
  }

  @ParameterizedTest
  @ValueSource(classes = {FaultyEcho.Tearing.class, FaultyEcho.Closing.class})
  void aFaultIsNoticed(Class<?> type) {
    String found = Tiny.faultOf(new RequestsWork(), type);
    assertTrue(found.contains("a wrong answer") || found.contains("closed a connection"), found);
  }

  @Test
  void noMoreConnectionsThanTheSystemAllows() {
    Effort effort = new Effort(1, 1, 0, List.of(), List.of(5, Integer.MAX_VALUE));
    List<Case> cases = new WheelWork(WheelWork.Figure.TIME).cases(effort);
    assertEquals(5, cases.get(0).size());
    assertEquals(2, cases.size());
    assertTrue(cases.get(1).size() < Integer.MAX_VALUE, "this system has no limit of open files");
  }

  @Test
  void frames() {
    ByteBuffer frame = ByteBuffer.allocate(Frame.WHOLE);
    Frame.put(frame, 7);
    assertEquals(Frame.WHOLE, frame.remaining());
    assertTrue(Frame.is(frame, 7));
    assertFalse(Frame.is(frame, 8));
    frame.put(Frame.WHOLE - 1, (byte) 1);
    assertFalse(Frame.is(frame, 7));
  }
}
