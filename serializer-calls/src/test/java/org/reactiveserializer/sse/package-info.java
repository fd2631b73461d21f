/** The front with responses of Tomcat, over the loopback interface. */
@NullMarked
package org.reactiveserializer.sse;

import org.jspecify.annotations.NullMarked;
