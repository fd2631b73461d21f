package org.reactiveserializer.examples.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.quarkus.runtime.Application;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As {@link ShutdownTest}, with the twin, which nobody completes: its clients are cut off. */
@QuarkusTest
@TestProfile(TwinShutdownTest.Hasty.class)
@Timeout(120)
class TwinShutdownTest {
  @Inject RawResource twin;

  @SuppressWarnings("NullAway.Init") // Quarkus sets it
  @TestHTTPResource("/raw")
  URI raw;

  @Test
  void clientIsCutOff() throws Exception {
    try (EventClient client = EventClient.connect(raw)) {
      twin.events.onNext("one");
      assertEquals("one", client.next());
      Application.currentApplication().stop();
      assertThrows(UncheckedIOException.class, client::rest);
    }
  }

  /** Does not wait long for a client that stays. */
  public static class Hasty implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("quarkus.shutdown.timeout", "100ms");
    }
  }
}
