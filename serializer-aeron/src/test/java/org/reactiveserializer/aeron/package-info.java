/** Tests of streams over Aeron, with real media drivers on this machine. */
@org.jspecify.annotations.NullMarked
package org.reactiveserializer.aeron;
