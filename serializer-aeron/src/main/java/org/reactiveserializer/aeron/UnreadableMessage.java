package org.reactiveserializer.aeron;

/**
 * A message of which the {@link MessageReader} made no item, or whose fragments make no message: the first one
 * is empty, or they have more than 16 MiB together, which Aeron never sends. It was skipped.
 *
 * @param sessionId the session that sent it
 * @param position where it ends in that session
 * @param length how many bytes it has; or its last fragment, if the fragments make no message
 * @param cause what the reader threw; a {@link NullPointerException} if it returned null; or why the fragments
 *     make no message
 */
public record UnreadableMessage(int sessionId, long position, int length, Throwable cause) {}
