package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

class LayoutTest {
  @Test
  void aVirtualMachineThatCouldTearAnIndexIsRefused() {
    String message =
        assertThrows(UnsupportedOperationException.class, () -> Layout.checkWidth("32"))
            .getMessage();
    assertEquals(
        "a ring needs a virtual machine of 64 bits, this one has 32. Use a JDK for 64 bits",
        message);
    Layout.checkWidth("64");
    Layout.checkWidth(null);
  }

  /** The two ways to access an index mean the same eight bytes. */
  @Test
  void anIndexIsTheSameAsALongOfTheMemoryAndAsAWord() {
    ByteBuffer memory = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());
    LongBuffer words = memory.asLongBuffer();
    Layout.releaseWord(words, Layout.TAIL, 0x0102030405060708L);
    assertEquals(0x0102030405060708L, Layout.acquireLong(memory, Layout.TAIL));
    Layout.releaseLong(memory, Layout.HEAD, 42);
    assertEquals(42, Layout.acquireWord(words, Layout.HEAD));
  }
}
