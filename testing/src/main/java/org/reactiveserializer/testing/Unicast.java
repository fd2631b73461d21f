package org.reactiveserializer.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a verification of a publisher that accepts one subscriber only, which {@code §1.11} allows:
 * the kit skips its tests of several subscribers.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Unicast {}
