package org.reactiveserializer.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test that attacks an edge of the library, in place of {@code @Test}. A usual build runs one
 * round of it; with {@code -Dattack.seconds=60} rounds follow each other for so long, until one fails.
 * Then the number of rounds is printed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Tag("attack")
@TestTemplate
@ExtendWith(AttackRounds.class)
public @interface Attack {}
