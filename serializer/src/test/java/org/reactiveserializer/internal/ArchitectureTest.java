package org.reactiveserializer.internal;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.invoke.VarHandle;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactivestreams.Subscriber;

/** Rules about structure and dependencies, checked on the compiled classes. */
class ArchitectureTest {
  private static final String ROOT = "org.reactiveserializer";
  private static final String INSIDE = ROOT + ".internal.";
  private static final DescribedPredicate<JavaClass> OURS =
      resideInAnyPackage("java..", ROOT + "..", "org.reactivestreams", "org.jspecify.annotations");

  /** What users and the inside have in common: values, and what the inside implements. */
  private static final DescribedPredicate<JavaClass> VALUES =
      belongToAnyOf(
          AddedSource.class,
          EmitOutcome.class,
          ErrorMode.class,
          Overflow.class,
          SerialSink.class,
          SerialSubscriber.class,
          Stats.class);

  /** Each may use those that follow. (Bridges open the settings of public types to the bridges.) */
  private static final List<DescribedPredicate<JavaClass>> LAYERS =
      List.of(
          resideInAnyPackage(
              ROOT + ".flow", ROOT + ".rxjava3", ROOT + ".mutiny", ROOT + ".reactor"),
          resideInAPackage(ROOT).and(not(VALUES)),
          resideInAPackage(INSIDE + "operator").and(not(belongToAnyOf(Bridges.class))),
          resideInAPackage(INSIDE + "context"),
          resideInAPackage(INSIDE + "engine"),
          resideInAPackage(INSIDE + "events"),
          resideInAPackage(INSIDE + "settings"),
          resideInAPackage(INSIDE + "barrier"));

  private static final Path MAIN = classesOf(Serializer.class);
  private static final JavaClasses CLASSES = new ClassFileImporter().importPath(MAIN);

  @Test
  void packagesDependOnlyOnLowerLayers() {
    DescribedPredicate<JavaClass> above = LAYERS.get(0);
    for (DescribedPredicate<JavaClass> layer : LAYERS.subList(1, LAYERS.size())) {
      noClasses().that(layer).should().dependOnClassesThat(above).check(CLASSES);
      above = above.or(layer);
    }
  }

  @Test
  void onlyTheJdkReactiveStreamsAndAnnotationsAreUsed() {
    classes()
        .that()
        .resideInAnyPackage(ROOT, ROOT + ".flow", ROOT + ".internal..")
        .and()
        .resideOutsideOfPackages(INSIDE + "blockhound", INSIDE + "context", INSIDE + "events")
        .should()
        .onlyDependOnClassesThat(OURS)
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "rxjava3, io.reactivex.rxjava3..",
    "mutiny, io.smallrye.mutiny..",
    "reactor, reactor.."
  })
  void aBridgeMayAlsoUseWhatItsLibraryExports(String bridge, String library) {
    classes()
        .that()
        .resideInAPackage(ROOT + "." + bridge)
        .should()
        .onlyDependOnClassesThat(OURS.or(resideInAPackage(library)))
        .andShould()
        .onlyDependOnClassesThat(not(resideInAPackage("io.reactivex.rxjava3.internal..")))
        .check(CLASSES);
    slices().matching(ROOT + ".(*)").should().notDependOnEachOther().check(CLASSES);
  }

  @Test
  void onlyTheEngineCallsADownstreamsOnNext() {
    Set<String> callers =
        CLASSES.stream()
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(call -> call.getName().equals("onNext"))
            .filter(call -> call.getTargetOwner().isEquivalentTo(Subscriber.class))
            .map(call -> call.getOriginOwner().getName().substring(INSIDE.length()))
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "engine.Emitter",
            "context.ThreadLocals$Restoring", // called by the emitter
            "operator.Sources$OfIterable$Iteration", // a source of a merge
            "operator.Sources$OfStage$Feed", // as that
            "operator.ToMany", // called by the emitter
            "operator.ToMany$Guarded"), // called by the target of that
        callers);
  }

  @Test
  void noLockAndNoOpenVarHandle() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent.locks")
        .check(CLASSES);
    fields().that().haveRawType(VarHandle.class).should().bePrivate().check(CLASSES);
  }

  private static Path classesOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
