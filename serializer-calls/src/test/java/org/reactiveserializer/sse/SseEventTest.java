package org.reactiveserializer.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SseEventTest {
  @Test
  void eachLineOfTheDataIsAField() {
    assertEquals("data: a\n\n", SseEvent.of("a").toString());
    assertEquals("data: \n\n", SseEvent.of("").toString());
    assertEquals(
        "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n", SseEvent.of("a\nb\r\nc\rd\n").toString());
  }

  @Test
  void fieldsComeBeforeTheData() {
    assertEquals(
        "retry: 1500\nevent: price\nid: 7\ndata: a\n\n",
        SseEvent.of("a").id("7").event("price").retry(Duration.ofMillis(1500)).toString());
  }

  @Test
  void aCommentIsNoData() {
    assertEquals(": a\n: data: b\n\n", SseEvent.comment("a\ndata: b").toString());
  }

  @Test
  void bytesAreThoseOfUtf8() {
    SseEvent event = SseEvent.of("\u00e4\ud83d\ude00");
    assertEquals(event.toString().getBytes(StandardCharsets.UTF_8).length, event.bytes());
    assertEquals(event.bytes(), event.encoded().length);
  }

  @Test
  void nothingCanBeSmuggledIntoAField() {
    SseEvent event = SseEvent.of("a");
    for (String line : new String[] {"a\ndata: b", "a\rb", "a\r\nb"}) {
      assertTrue(
          String.valueOf(
                  assertThrows(IllegalArgumentException.class, () -> event.id(line)).getMessage())
              .contains("one line"));
      assertThrows(IllegalArgumentException.class, () -> event.event(line));
    }
    assertThrows(IllegalArgumentException.class, () -> event.id("a\0b"));
    assertThrows(IllegalArgumentException.class, () -> event.retry(Duration.ofMillis(-1)));
  }
}
