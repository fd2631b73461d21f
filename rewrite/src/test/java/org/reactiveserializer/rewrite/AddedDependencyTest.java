package org.reactiveserializer.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.java.Assertions.mavenProject;
import static org.openrewrite.java.Assertions.srcMainJava;
import static org.openrewrite.java.Assertions.srcTestJava;
import static org.openrewrite.maven.Assertions.pomXml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.maven.MavenExecutionContextView;
import org.openrewrite.maven.tree.MavenRepository;
import org.openrewrite.test.RecipeSpec;

/** The dependency is added where the code was changed, and nowhere else. */
class AddedDependencyTest extends Migration {
  private static final String VERSION = System.getProperty("project.version");
  private static final String BEFORE =
      """
      import io.reactivex.rxjava3.core.Flowable;

      class Readings {
          Flowable<String> serial(Flowable<String> source) {
              return source.serialize();
          }
      }
      """;
  private static final String AFTER =
      """
      import io.reactivex.rxjava3.core.Flowable;
      import org.reactiveserializer.rxjava3.RxSerializer;

      class Readings {
          Flowable<String> serial(Flowable<String> source) {
              return source.compose(RxSerializer.serialize());
          }
      }
      """;
  private static final String POM =
      """
      <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>shop</groupId>
          <artifactId>readings</artifactId>
          <version>1</version>
      </project>
      """;

  /** A repository that has the library, so that no test needs a network. */
  @TempDir Path repository;

  @BeforeEach
  void publish() throws IOException {
    Path folder = repository.resolve("org/reactiveserializer/reactive-serializer/" + VERSION);
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("reactive-serializer-" + VERSION + ".pom"),
        """
        <project>
            <modelVersion>4.0.0</modelVersion>
            <groupId>org.reactiveserializer</groupId>
            <artifactId>reactive-serializer</artifactId>
            <version>%s</version>
        </project>
        """
            .formatted(VERSION));
    Files.writeString(folder.resolve("reactive-serializer-" + VERSION + ".jar"), "not empty");
  }

  @Override
  public void defaults(RecipeSpec spec) {
    super.defaults(spec);
    spec.executionContext(context()).recipeExecutionContext(context());
  }

  private MavenExecutionContextView context() {
    MavenExecutionContextView context =
        MavenExecutionContextView.view(new InMemoryExecutionContext());
    context.setAddCentralRepository(false);
    context.setAddLocalRepository(false);
    context.setRepositories(
        List.of(
            MavenRepository.builder()
                .id("folder")
                .uri(repository.toUri().toString())
                .snapshots("true")
                .knownToExist(true)
                .build()));
    return context;
  }

  @Test
  void ofWhatWasChanged() {
    rewriteRun(
        AddedDependencyTest::inSecondCycle,
        mavenProject(
            "readings", srcMainJava(java(BEFORE, AFTER)), pomXml(POM, withDependency(""))));
  }

  @Test
  void ofTestsOnly() {
    rewriteRun(
        AddedDependencyTest::inSecondCycle,
        mavenProject(
            "readings",
            srcTestJava(java(BEFORE, AFTER)),
            pomXml(POM, withDependency("            <scope>test</scope>\n"))));
  }

  @Test
  void notWhereNothingWasChanged() {
    rewriteRun(mavenProject("readings", srcMainJava(java("class Nothing {}")), pomXml(POM)));
  }

  private static void inSecondCycle(RecipeSpec spec) {
    spec.cycles(3).expectedCyclesThatMakeChanges(2);
  }

  private static String withDependency(String scope) {
    String added =
        """
            <dependencies>
                <dependency>
                    <groupId>org.reactiveserializer</groupId>
                    <artifactId>reactive-serializer</artifactId>
                    <version>%s</version>
        %s        </dependency>
            </dependencies>
        </project>
        """
            .formatted(VERSION, scope);
    return POM.replace("</project>\n", added);
  }
}
