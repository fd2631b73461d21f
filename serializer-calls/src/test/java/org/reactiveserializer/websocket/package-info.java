/** The front with sessions of Tomcat, over the loopback interface. */
@NullMarked
package org.reactiveserializer.websocket;

import org.jspecify.annotations.NullMarked;
