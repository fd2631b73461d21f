/** Servers on the same machine. */
@NullMarked
package org.reactiveserializer.examples.httpclient;

import org.jspecify.annotations.NullMarked;
