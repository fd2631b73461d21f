package org.reactiveserializer.aeron;

/**
 * A message of which the {@link MessageReader} made no item. It was skipped.
 *
 * @param sessionId the session that sent it
 * @param position where it ends in that session
 * @param length how many bytes it has
 * @param cause what the reader threw; a {@link NullPointerException} if it returned null
 */
public record UnreadableMessage(int sessionId, long position, int length, Throwable cause) {}
