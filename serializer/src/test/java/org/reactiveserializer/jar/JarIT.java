package org.reactiveserializer.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metadata of the packaged jar, for Java, OSGi and human readers. */
class JarIT {
  private static final Set<String> EXPORTED =
      Set.of(
          "org.reactiveserializer",
          "org.reactiveserializer.flow",
          "org.reactiveserializer.mutiny",
          "org.reactiveserializer.reactor",
          "org.reactiveserializer.rxjava3");

  private final Path path = Path.of(property("jar"));
  private final JarFile jar = open();

  private JarFile open() {
    try {
      return new JarFile(path.toFile());
    } catch (IOException e) {
      throw new AssertionError("run mvn package first", e);
    }
  }

  private Attributes manifest;

  @BeforeEach
  void readManifest() throws IOException {
    manifest = jar.getManifest().getMainAttributes();
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void titleAndVersion() {
    assertEquals("Reactive Serializer", manifest.getValue("Implementation-Title"));
    assertEquals(property("version"), manifest.getValue("Implementation-Version"));
    assertTrue(path.getFileName().toString().startsWith("reactive-serializer-"), path::toString);
  }

  @Test
  void containsNothingOfTheMachineThatBuiltIt() {
    for (String name :
        Set.of("Build-Jdk", "Build-Jdk-Spec", "Built-By", "Bnd-LastModified", "Tool")) {
      assertNull(manifest.getValue(name), name);
    }
  }

  @Test
  void bundle() {
    assertEquals("org.reactiveserializer", manifest.getValue("Bundle-SymbolicName"));
    assertEquals(
        property("version").replace("-SNAPSHOT", ".SNAPSHOT"), manifest.getValue("Bundle-Version"));
    Set<String> exported = new TreeSet<>(EXPORTED);
    exported.add("org.reactiveserializer.internal.events"); // to those whose streams have names
    exported.add("org.reactiveserializer.internal.settings"); // to that, and to others
    assertEquals(exported, clauses("Export-Package").keySet());
  }

  @Test
  void bundleNeedsOnlyReactiveStreams() {
    Map<String, String> imports = clauses("Import-Package");
    Set<String> needed = new TreeSet<>(imports.keySet());
    needed.removeIf(name -> imports.getOrDefault(name, "").contains("resolution:=optional"));
    assertEquals(Set.of("org.reactivestreams"), needed);
    assertTrue(
        imports
            .keySet()
            .containsAll(
                Set.of(
                    "io.reactivex.rxjava3.core",
                    "io.smallrye.mutiny",
                    "org.jspecify.annotations",
                    "reactor.core.publisher")),
        imports::toString);
    // The API and what implements it must come from the same bundle.
    imports.keySet().forEach(name -> assertTrue(!name.startsWith("org.reactiveserializer"), name));
  }

  @Test
  void module() {
    ModuleDescriptor module =
        ModuleFinder.of(path).find("org.reactiveserializer").orElseThrow().descriptor();
    assertTrue(!module.isAutomatic() && !module.isOpen());
    assertEquals(
        EXPORTED,
        module.exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(Exports::source)
            .collect(Collectors.toSet()));
    assertEquals(
        Set.of("java.base", "org.reactivestreams"),
        module.requires().stream()
            .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
            .map(Requires::name)
            .collect(Collectors.toSet()));
  }

  @Test
  void licenseAndNotice() throws IOException {
    for (String name : Set.of("LICENSE", "NOTICE")) {
      assertEquals(Files.readString(Path.of("..", name)), text("META-INF/" + name), name);
    }
  }

  @Test
  void metadataOfNativeImages() throws IOException {
    String folder = "META-INF/native-image/org.reactiveserializer/reactive-serializer/";
    assertTrue(text(folder + "reflect-config.json").contains("org.reactiveserializer."));
    assertTrue(text(folder + "native-image.properties").contains("--initialize-at-run-time"));
  }

  private String text(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertNotNull(entry, name);
    try (var in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns the packages that a header names, with the attributes and directives of each. */
  private Map<String, String> clauses(String header) {
    Map<String, String> clauses = new TreeMap<>();
    // A comma inside quotes is not a separator.
    for (String clause : manifest.getValue(header).split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) {
      String[] parts = clause.split(";", 2);
      clauses.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    return clauses;
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    assertNotNull(value, () -> "-D" + name + " must be set, as the pom does");
    return value;
  }
}
