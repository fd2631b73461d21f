package org.reactiveserializer.benchmarks.io.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.benchmarks.io.Tiny;
import org.reactiveserializer.benchmarks.io.Work;

/** All rings for a moment, and rings with faults. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FlowWorkTest {
  @Tag("thorough")
  @Test
  void allContendersRunInts() {
    Tiny.runAll(FlowWorks.ints());
  }

  @Tag("thorough")
  @Test
  void allContendersRunMessages() {
    Tiny.runAll(FlowWorks.messages());
  }

  @Test
  void allContendersRunStreams() {
    Tiny.runAll(FlowWorks.streams());
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "ints,Losing,lost", "ints,Duplicating,delivered twice", "ints,Reordering,out of order",
    "ints,Failing,the ring broke", "messages,Losing,lost", "messages,Tearing,torn"
  })
  void aFaultIsNoticed(String items, String type, String fault) throws ClassNotFoundException {
    Work work = items.equals("ints") ? FlowWorks.ints() : FlowWorks.messages();
    String found = Tiny.faultOf(work, Class.forName(FaultyLink.class.getName() + "$" + type));
    assertTrue(found.contains(fault), found);
  }
}
