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
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users share may come to another thread by a data race, as a constant in a plain field does: then only final fields, and
 * what they lead to, are sure to be seen.
 */
class PublicationTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.reactiveserializer");

  @Test
  void noStaticIsPlain() {
    assertEquals(
        List.of(), named(fields().filter(has(STATIC)).filter(has(FINAL).or(has(VOLATILE)).negate())));
  }

  /** A volatile field of such a class is written by methods, and means something when it is not set. */
  @Test
  void whatUsersGetHasNoPlainField() {
    assertTrue(fields().anyMatch(PublicationTest::isOfWhatUsersGet));
    assertEquals(
        List.of(),
        named(
            fields()
                .filter(PublicationTest::isOfWhatUsersGet)
                .filter(has(FINAL).or(has(VOLATILE)).negate())));
  }

  private static Stream<JavaField> fields() {
    return CLASSES.stream().flatMap(type -> type.getFields().stream());
  }

  /** Public classes that are not internal, and the settings, which are records. */
  private static boolean isOfWhatUsersGet(JavaField field) {
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
