/**
 * The serializer for RxJava 3. Start at {@link
 * org.reactiveserializer.rxjava3.RxSerializer}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.rxjava3;

import org.jspecify.annotations.NullMarked;
