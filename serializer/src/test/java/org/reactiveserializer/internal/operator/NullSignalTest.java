package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** Which errors are known as those that a source got for a null. */
class NullSignalTest {
  private final Object thrower = new Object();
  private final NullSignal signal = new NullSignal(thrower, "null");

  @Test
  void isKnownToItsThrowerOnly() {
    assertTrue(NullSignal.isOf(thrower, signal));
    assertFalse(NullSignal.isOf(new Object(), signal));
    assertFalse(NullSignal.isOf(thrower, new NullPointerException()));
  }

  @Test
  void aCopyThatWasSerializedIsOfNobody() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(signal);
    Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertEquals("null", ((NullSignal) copy).getMessage());
    assertFalse(NullSignal.isOf(thrower, (NullSignal) copy));
  }
}
