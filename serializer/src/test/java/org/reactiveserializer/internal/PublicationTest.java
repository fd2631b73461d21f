package org.reactiveserializer.internal;

import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Users may share the library's objects by a data race, for example through a plain static field.
 * Then another thread is only sure to see final fields, and what is reachable through them.
 */
class PublicationTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target", "classes"));

  @Test
  void noStaticIsPlain() {
    assertEquals(
        List.of(),
        named(fields().filter(has(STATIC)).filter(has(FINAL).or(has(VOLATILE)).negate())));
  }

  /** A volatile field is allowed: methods write it, and its default value has a meaning. */
  @Test
  void noClassForUsersHasAPlainField() {
    assertTrue(fields().anyMatch(PublicationTest::isOfAClassForUsers));
    assertEquals(
        List.of(),
        named(
            fields()
                .filter(PublicationTest::isOfAClassForUsers)
                .filter(has(FINAL).or(has(VOLATILE)).negate())));
  }

  private static Stream<JavaField> fields() {
    return CLASSES.stream().flatMap(type -> type.getFields().stream());
  }

  /** Public classes that are not internal, and the settings, which are records. */
  private static boolean isOfAClassForUsers(JavaField field) {
    JavaClass owner = field.getOwner();
    return owner.isRecord()
        || (owner.getModifiers().contains(JavaModifier.PUBLIC)
            && !owner.getPackageName().contains(".internal."));
  }

  private static Predicate<JavaField> has(JavaModifier modifier) {
    return field -> field.getModifiers().contains(modifier);
  }

  private static List<String> named(Stream<JavaField> found) {
    return found.map(JavaField::getFullName).toList();
  }
}
