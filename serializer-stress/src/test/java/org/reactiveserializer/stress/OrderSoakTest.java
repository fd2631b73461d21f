package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Serial sources that change threads; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class OrderSoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new OrderRound(random));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of order] " + soak);
  }
}
