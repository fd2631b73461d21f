/**
 * Many serial queues, one for each key that is live, on one executor. Read {@code KeyCell} first: a live
 * key and what waits for it. {@code Crew} decides which thread serves which key, {@code KeyedOperator}
 * what happens to an item, {@code Census} how many keys and items there are.
 */
@NullMarked
package org.reactiveserializer.internal.keyed;

import org.jspecify.annotations.NullMarked;
