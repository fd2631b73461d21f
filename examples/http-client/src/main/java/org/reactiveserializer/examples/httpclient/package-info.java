/** Callbacks of the HTTP client of the JDK feed one stream of RxJava. */
@NullMarked
package org.reactiveserializer.examples.httpclient;

import org.jspecify.annotations.NullMarked;
