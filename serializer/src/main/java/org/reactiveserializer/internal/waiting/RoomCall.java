package org.reactiveserializer.internal.waiting;

/**
 * What waits for room without an item.
 *
 * @param task runs once, when there is room or the stream has ended. If it leaves the room, it must
 *     request a pass, since others may wait behind it
 */
record RoomCall(Runnable task) {}
