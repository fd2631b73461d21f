package org.reactiveserializer.examples.httpclient;

import java.net.http.WebSocket;
import java.time.Duration;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;

/**
 * A WebSocket through which any number of threads send. By itself it takes a text only when the one before is sent:
 * otherwise the stage that it returns fails with "Send pending", and the text is lost.
 */
public final class Texts {
  private static final Serializer<String> SETTINGS =
      Serializer.<String>withDefaults()
          .bounded(1_024, 1 << 20, String::length, Overflow.DROP_NEWEST);

  private Texts() {}

  /** Returns a front that sends texts of {@code socket}. Its end closes that. */
  public static SerialCalls<String> through(WebSocket socket) {
    HangLimit limit = new HangLimit(Duration.ofSeconds(10), hang -> socket.abort());
    SerialCalls<String> texts =
        SerialCalls.ofAsync(SETTINGS, limit, socket, (target, text) -> target.sendText(text, true));
    texts.ended().whenComplete((nothing, failure) -> close(socket, failure != null));
    return texts;
  }

  private static void close(WebSocket socket, boolean isBroken) {
    if (isBroken) {
      socket.abort();
    } else {
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "");
    }
  }
}
