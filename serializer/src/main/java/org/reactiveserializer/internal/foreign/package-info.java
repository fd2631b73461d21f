/** Functions of the operating system, through {@code java.lang.foreign} where the JDK has it. */
package org.reactiveserializer.internal.foreign;
