package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Serializer;

/**
 * Each field behind a {@link VarHandle} is named in the metadata for native images, and no other.
 */
class NativeImageMetadataTest {
  private static final String METADATA =
      "/META-INF/native-image/org.reactiveserializer/reactive-serializer/reflect-config.json";

  /** The number of a thread where {@code Thread.threadId()} is missing. */
  private static final String OLD_THREAD_NUMBER =
      "org.reactiveserializer.internal.engine.LegacyThreadNumber";

  private static final Pattern TYPE = Pattern.compile("\"((?:java|org)\\.[^\"]+)\"");

  /** A class, or a field or method of the class before it. */
  private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]+)\"(, \"allowUnsafe)?");

  @Test
  void namesTheFieldsOfVarHandles() throws Exception {
    Set<String> missing = new TreeSet<>(fieldsOfVarHandles());
    missing.removeAll(fieldsOfMetadata());
    Set<String> surplus = new TreeSet<>(fieldsOfMetadata());
    surplus.removeAll(fieldsOfVarHandles());
    assertEquals(
        List.of(Set.of(), Set.of()),
        List.of(missing, surplus),
        "missing in and surplus in " + METADATA);
  }

  @Test
  void namesClassesThatExist() throws Exception {
    Matcher types = TYPE.matcher(metadata());
    while (types.find()) {
      assertNotNull(Class.forName(types.group(1)));
    }
  }

  @Test
  void namesTheMethodsThatAreLookedUp() throws Exception {
    String metadata = metadata();
    for (String name : List.of(Thread.class.getName(), OLD_THREAD_NUMBER)) {
      assertTrue(metadata.contains("\"" + name + "\",\n    \"methods\""), name);
    }
    assertNotNull(Class.forName(OLD_THREAD_NUMBER).getDeclaredMethod("of", Thread.class));
  }

  private static Set<String> fieldsOfMetadata() throws IOException {
    Set<String> fields = new TreeSet<>();
    String type = "";
    Matcher names = NAME.matcher(metadata());
    while (names.find()) {
      if (names.group(2) == null) {
        type = names.group(1);
      } else {
        fields.add(type + "." + names.group(1));
      }
    }
    return fields;
  }

  private static String metadata() throws IOException {
    try (var in = NativeImageMetadataTest.class.getResourceAsStream(METADATA)) {
      assertNotNull(in);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Set<String> fieldsOfVarHandles() throws Exception {
    Path root =
        Path.of(Serializer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> names;
    try (Stream<Path> files = Files.walk(root)) {
      names =
          files
              .map(file -> root.relativize(file).toString())
              .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
              .map(name -> name.replaceAll("\\.class$", "").replaceAll("[/\\\\]", "."))
              .filter(name -> !name.contains(".blockhound.")) // it may not be there
              .toList();
    }
    Set<String> fields = new TreeSet<>();
    for (String name : names) {
      for (Field field : Class.forName(name).getDeclaredFields()) {
        if (field.getType() == VarHandle.class) {
          field.setAccessible(true);
          VarHandle handle = (VarHandle) field.get(null);
          if (!handle.coordinateTypes().get(0).isArray()) { // elements of arrays need no metadata
            fields.add(nameOf(handle));
          }
        }
      }
    }
    return fields;
  }

  private static String nameOf(VarHandle handle) {
    return handle.coordinateTypes().get(0).getName()
        + "."
        + handle.describeConstable().orElseThrow().constantName();
  }
}
