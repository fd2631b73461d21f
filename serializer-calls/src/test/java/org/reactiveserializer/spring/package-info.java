/** The fronts in a server with Spring MVC and Tomcat, over the loopback interface. */
@NullMarked
package org.reactiveserializer.spring;

import org.jspecify.annotations.NullMarked;
