package org.reactiveserializer.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.common.annotation.CheckReturnValue;
import io.smallrye.mutiny.Multi;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;

/**
 * A user's program is compiled and run with only the libraries that it uses: the bridges to these
 * libraries work, and no class of the others is loaded.
 */
class StartTest {
  private static final Path SOURCES = Path.of("src", "test", "java");
  private static final String MODULE = "program";
  private static final String MODULE_INFO = "module-info.java";
  private static final int SECONDS = 60;

  /** Matches the bridge or the library that a loaded class belongs to. */
  private static final Pattern LOADED =
      Pattern.compile(
          "^(org\\.reactiveserializer\\.(?:flow|rxjava3|reactor|mutiny)"
              + "|io\\.reactivex|reactor|io\\.smallrye)\\.");

  @TempDir Path directory;

  private enum Bridge {
    FLOW("java.base", "org.reactiveserializer.flow"), // needs no library
    RXJAVA3("io.reactivex.rxjava3", "io.reactivex", Flowable.class),
    REACTOR("reactor.core", "reactor", CoreSubscriber.class, NullMarked.class),
    MUTINY(
        "io.smallrye.mutiny",
        "io.smallrye",
        Multi.class,
        CheckReturnValue.class,
        MpscUnboundedArrayQueue.class);

    final String module;
    final String library;
    final List<Class<?>> jars;

    /**
     * @param module the module that a program requires to use it
     * @param library the prefix of the names of its library's classes
     * @param jars a class of each jar that the library needs
     */
    Bridge(String module, String library, Class<?>... jars) {
      this.module = module;
      this.library = library;
      this.jars = List.of(jars);
    }

    /** Returns its name in the output of the programs, which is also that of its package. */
    String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private enum Program {
    CORE(CoreProgram.class),
    FLOW(FlowProgram.class, Bridge.FLOW),
    RXJAVA3(RxProgram.class, Bridge.RXJAVA3),
    REACTOR(ReactorProgram.class, Bridge.REACTOR),
    MUTINY(MutinyProgram.class, Bridge.MUTINY),
    ALL(AllProgram.class, Bridge.values());

    final Class<?> main;
    final List<Bridge> bridges;

    Program(Class<?> main, Bridge... bridges) {
      this.main = main;
      this.bridges = List.of(bridges);
    }

    /** Returns the classes of the program, including the programs that it runs. */
    Set<Class<?>> classes() {
      Stream<Program> parts = Arrays.stream(values()).filter(p -> bridges.containsAll(p.bridges));
      return Stream.concat(
              Stream.of(Pushing.class, Received.class), parts.map(program -> program.main))
          .collect(Collectors.toSet());
    }

    String path() {
      return pathOf(bridges.stream().flatMap(bridge -> bridge.jars.stream()));
    }

    String moduleInfo() {
      return Stream.concat(
              Stream.of("org.reactiveserializer"), bridges.stream().map(bridge -> bridge.module))
          .map(module -> "requires " + module + ";")
          .collect(Collectors.joining(" ", "module " + MODULE + " { ", " }"));
    }

    List<String> output() {
      return Stream.concat(Stream.of("core"), bridges.stream().map(Bridge::lowerCase))
          .flatMap(name -> Stream.of(name + " operator", name + " sink", name + " merge"))
          .map(line -> line + ": " + Pushing.ITEMS)
          .toList();
    }

    Set<String> loaded() {
      return bridges.stream()
          .flatMap(b -> Stream.of("org.reactiveserializer." + b.lowerCase(), b.library))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onTheClassPath(Program program) throws Exception {
    String path = program.path();
    compile(program, "-cp", path);
    check(program, run("-cp", withClasses(path), program.main.getName()));
  }

  @ParameterizedTest
  @EnumSource
  void onTheModulePath(Program program) throws Exception {
    Files.writeString(directory.resolve(MODULE_INFO), program.moduleInfo());
    String path = program.path();
    // With a class path, because the compiler would otherwise use that of the test.
    compile(program, "-p", path, "-cp", classes().toString());
    check(program, run("-p", withClasses(path), "-m", MODULE + "/" + program.main.getName()));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CORE", "FLOW", "ALL"})
  void aBridgeWithoutItsLibraryCannotBeUsed(Program program) throws Exception {
    compile(program, "-cp", program.path());
    Run run = run("-cp", withClasses(Program.CORE.path()), program.main.getName());
    String library = program.bridges.get(0).library.replace('.', '/');
    assertEquals(1, run.status, run::toString);
    assertTrue(run.errors.contains("NoClassDefFoundError: " + library + "/"), run::toString);
  }

  private static void check(Program program, Run run) {
    assertEquals(0, run.status, run::toString);
    assertEquals(program.output(), run.output, run::toString);
    assertEquals(program.loaded(), run.loaded, run::toString);
  }

  private record Run(
      List<String> command, int status, List<String> output, String errors, Set<String> loaded) {}

  private Path classes() {
    return directory.resolve("classes");
  }

  private String withClasses(String path) {
    return classes() + File.pathSeparator + path;
  }

  private void compile(Program program, String... path) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Class<?> type : program.classes()) {
      sources.add(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
    }
    Path moduleInfo = directory.resolve(MODULE_INFO);
    if (Files.exists(moduleInfo)) {
      sources.add(moduleInfo);
    }
    List<String> options = new ArrayList<>(List.of(path));
    options.addAll(List.of("-d", Files.createDirectory(classes()).toString(), "-proc:none"));
    options.add("-Xlint:all,-requires-automatic"); // Reactor is an automatic module
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      compiler.getTask(complaints, files, null, options, null, units).call();
    }
    assertEquals("", complaints.toString(), options::toString);
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // it starts sooner
    command.add("-Xlog:class+load:file=loaded:none");
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().remove("CLASSPATH");
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      int status = ended ? process.exitValue() : -1;
      return new Run(
          command,
          status,
          Files.readAllLines(output),
          (ended ? "" : "not finished within " + SECONDS + " s; ") + Files.readString(errors),
          ended ? loaded() : Set.of());
    } finally {
      process.destroyForcibly();
    }
  }

  private Set<String> loaded() throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve("loaded"))) {
      return lines
          .map(LOADED::matcher)
          .filter(Matcher::find)
          .map(matcher -> matcher.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Returns the path of this library, its dependency, and the jars of {@code types}. */
  private static String pathOf(Stream<Class<?>> types) {
    return Stream.concat(Stream.of(Serializer.class, Publisher.class), types)
        .map(StartTest::locationOf)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
