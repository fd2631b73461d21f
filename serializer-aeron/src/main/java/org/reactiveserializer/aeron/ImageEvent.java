package org.reactiveserializer.aeron;

import io.aeron.Image;

/**
 * A publication that a stream has begun or ceased to receive.
 *
 * @param isAvailable whether it has begun
 * @param sessionId the session of the publication
 * @param source where it sends from
 * @param position up to where it was received
 */
public record ImageEvent(boolean isAvailable, int sessionId, String source, long position) {
  static ImageEvent of(boolean isAvailable, Image image) {
    return new ImageEvent(isAvailable, image.sessionId(), image.sourceIdentity(), image.position());
  }
}
