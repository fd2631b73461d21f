package org.reactiveserializer.internal;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.VarHandle;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.BreachException;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.guard.Guarded;
import org.reactiveserializer.internal.operator.Elements;
import org.reactiveserializer.internal.operator.ToMany;
import org.reactivestreams.Subscriber;

/** Rules about structure and dependencies, checked on the compiled classes. */
class ArchitectureTest {
  private static final String ROOT = "org.reactiveserializer";
  private static final String FLOW = ROOT + ".flow";
  private static final String RXJAVA = ROOT + ".rxjava3";
  private static final String MUTINY = ROOT + ".mutiny";
  private static final String REACTOR = ROOT + ".reactor";
  private static final String[] BRIDGES = {FLOW, RXJAVA, MUTINY, REACTOR};
  private static final DescribedPredicate<JavaClass> OURS =
      resideInAnyPackage("java..", ROOT + "..", "org.reactivestreams", "org.jspecify.annotations");

  /** What users and the inside have in common. It uses nothing of ours. */
  private static final DescribedPredicate<JavaClass> VALUES =
      belongToAnyOf(
          AddedSource.class,
          BreachException.class,
          BreachException.Party.class,
          EmitOutcome.class,
          ErrorMode.class,
          Overflow.class,
          Stats.class);

  private static final Path MAIN = classesOf(Serializer.class);
  private static final JavaClasses CLASSES = new ClassFileImporter().importPath(MAIN);

  @Test
  void theClassesAreFound() {
    assertTrue(CLASSES.contain(Serializer.class) && CLASSES.contain(ItemLoop.class));
  }

  @Test
  void packagesDependOnlyOnLowerLayers() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("bridges")
        .definedBy(BRIDGES)
        .layer("calls")
        .definedBy(ROOT + ".calls")
        .layer("values")
        .definedBy(VALUES)
        .layer("public")
        .definedBy(resideInAPackage(ROOT).and(not(VALUES)))
        .layer("keyed")
        .definedBy(ROOT + ".internal.keyed")
        .layer("operator")
        .definedBy(ROOT + ".internal.operator")
        .layer("emission")
        .definedBy(ROOT + ".internal.emission")
        .layer("waiting")
        .definedBy(ROOT + ".internal.waiting")
        .layer("context")
        .definedBy(ROOT + ".internal.context")
        .layer("guard")
        .definedBy(ROOT + ".internal.guard")
        .layer("ending")
        .definedBy(ROOT + ".internal.ending")
        .layer("drain")
        .definedBy(ROOT + ".internal.drain")
        .layer("events")
        .definedBy(ROOT + ".internal.events")
        .layer("observed")
        .definedBy(ROOT + ".internal.observed")
        .layer("barrier")
        .definedBy(ROOT + ".internal.barrier")
        .layer("foreign")
        .definedBy(ROOT + ".internal.foreign")
        .layer("settings")
        .definedBy(ROOT + ".internal.settings")
        .whereLayer("bridges")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("calls")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("public")
        .mayOnlyBeAccessedByLayers("bridges", "calls")
        .whereLayer("values")
        .mayOnlyBeAccessedByLayers(
            "bridges", "calls", "public", "keyed", "operator", "waiting", "guard")
        .whereLayer("keyed")
        .mayOnlyBeAccessedByLayers("calls")
        .whereLayer("operator")
        .mayOnlyBeAccessedByLayers("bridges", "calls", "public", "keyed")
        .whereLayer("emission")
        .mayOnlyBeAccessedByLayers("operator", "calls", "keyed")
        .whereLayer("waiting")
        .mayOnlyBeAccessedByLayers("bridges", "public", "keyed", "operator", "emission")
        .whereLayer("context")
        .mayOnlyBeAccessedByLayers("public", "operator", "bridges")
        .whereLayer("guard")
        .mayOnlyBeAccessedByLayers("public", "operator", "bridges")
        .whereLayer("ending")
        .mayOnlyBeAccessedByLayers(
            "bridges", "public", "calls", "keyed", "operator", "emission", "context")
        .whereLayer("drain")
        .mayOnlyBeAccessedByLayers("public", "keyed", "operator", "emission", "waiting", "ending")
        .whereLayer("barrier")
        .mayOnlyBeAccessedByLayers("public", "drain")
        .whereLayer("events")
        .mayOnlyBeAccessedByLayers("operator", "emission", "drain")
        .whereLayer("observed")
        .mayOnlyBeAccessedByLayers("operator", "emission", "drain", "events")
        .whereLayer("foreign")
        .mayOnlyBeAccessedByLayers("barrier")
        .whereLayer("settings")
        .mayOnlyBeAccessedByLayers("public", "calls", "keyed", "ending", "guard", "observed")
        .check(CLASSES);
  }

  @Test
  void onlyTheJdkReactiveStreamsAndAnnotationsAreUsed() {
    classes()
        .that()
        .resideOutsideOfPackages(
            RXJAVA,
            MUTINY,
            REACTOR,
            ROOT + ".internal.blockhound",
            ROOT + ".internal.context",
            ROOT + ".internal.events")
        .should()
        .onlyDependOnClassesThat(OURS)
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    RXJAVA + ", io.reactivex.rxjava3..",
    MUTINY + ", io.smallrye.mutiny..",
    REACTOR + ", reactor.."
  })
  void aBridgeMayAlsoUseWhatItsLibraryExports(String bridge, String library) {
    classes()
        .that()
        .resideInAPackage(bridge)
        .should()
        .onlyDependOnClassesThat(OURS.or(resideInAPackage(library)))
        .andShould()
        .onlyDependOnClassesThat(not(resideInAPackage("io.reactivex.rxjava3.internal..")))
        .check(CLASSES);
  }

  @Test
  void noBridgeUsesAnother() {
    slices().matching(ROOT + ".(*)").should().notDependOnEachOther().check(CLASSES);
  }

  @Test
  void onlyTheLoopsCallADownstreamsOnNext() {
    Set<String> callers =
        CLASSES.stream()
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(call -> call.getName().equals("onNext"))
            .filter(call -> call.getTargetOwner().isEquivalentTo(Subscriber.class))
            .map(JavaMethodCall::getOriginOwner)
            .map(owner -> owner.getName())
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            ItemLoop.class.getName(),
            Guarded.class.getName(), // serializes nothing
            Elements.class.getName() + "$Iteration",
            ToMany.class.getName(), // called by the loop
            ToMany.Guarded.class.getName(), // called by the target of that
            ThreadLocals.class.getName() + "$Restoring", // as well
            ROOT + ".internal.operator.Watched"),
        callers);
  }

  @Test
  void noLockAndNoSynchronizedMethod() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage(Lock.class.getPackageName())
        .check(CLASSES);
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(CLASSES);
  }

  @Test
  void noMonitorIsEntered() throws IOException {
    assertTrue(entersMonitor(classesOf(Monitored.class).resolve(fileOf(Monitored.class))));
    try (Stream<Path> files = Files.walk(MAIN)) {
      Path[] all = files.filter(path -> path.toString().endsWith(".class")).toArray(Path[]::new);
      if (entersMonitor(all)) { // to ask about each takes seconds
        assertEquals(List.of(), Stream.of(all).filter(ArchitectureTest::entersMonitor).toList());
      }
    }
  }

  @Test
  void noClassExtendsAnAtomic() {
    noClasses()
        .should()
        .beAssignableTo(java.util.concurrent.atomic.AtomicReference.class)
        .orShould()
        .beAssignableTo(java.util.concurrent.atomic.AtomicInteger.class)
        .orShould()
        .beAssignableTo(java.util.concurrent.atomic.AtomicLong.class)
        .check(CLASSES);
  }

  @Test
  void varHandlesArePrivateConstants() {
    CLASSES.stream()
        .flatMap(type -> type.getFields().stream())
        .filter(field -> field.getRawType().isEquivalentTo(VarHandle.class))
        .forEach(
            field ->
                assertTrue(
                    field
                        .getModifiers()
                        .containsAll(
                            Set.of(JavaModifier.PRIVATE, JavaModifier.STATIC, JavaModifier.FINAL)),
                    field.getFullName()));
  }

  /** HotSpot inlines a method that is often called only if it is no longer (FreqInlineSize). */
  @Test
  void theStraightWayIsShortEnoughToBeInlined() {
    String[] code =
        codeOf(MAIN.resolve(fileOf(ItemLoop.class)))
            .split("private int tryAsOwner", 2)[1]
            .split("Exception table", 2)[0]
            .split("\\R");
    int last =
        Stream.of(code)
            .map(String::strip)
            .filter(line -> line.matches("\\d+: .*"))
            .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(':'))))
            .max()
            .orElseThrow();
    assertTrue(last > 100 && last < 325, () -> "the last instruction is at " + last);
  }

  private static boolean entersMonitor(Path... classFiles) {
    return codeOf(classFiles).contains("monitorenter");
  }

  private static String codeOf(Path... classFiles) {
    StringWriter out = new StringWriter();
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    List<String> arguments = new ArrayList<>(List.of("-p", "-c"));
    Stream.of(classFiles).forEach(file -> arguments.add(file.toString()));
    int status =
        javap.run(new PrintWriter(out), new PrintWriter(out), arguments.toArray(String[]::new));
    assertEquals(0, status, out::toString);
    return out.toString();
  }

  private static String fileOf(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static Path classesOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** Enters a monitor: {@link #entersMonitor} must find it. */
  private static final class Monitored {
    private int count;

    @SuppressWarnings("unused")
    void increment() {
      synchronized (this) {
        count++;
      }
    }
  }
}
