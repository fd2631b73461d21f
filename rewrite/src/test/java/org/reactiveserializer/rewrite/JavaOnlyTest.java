package org.reactiveserializer.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.tree.JavaSourceFile;

/**
 * OpenRewrite offers files of Kotlin and Groovy to a visitor of Java as well. Their parsers are not
 * on the class path of the tests: a file that is no {@code J.CompilationUnit} stands for them.
 */
class JavaOnlyTest {
  static List<Recipe> recipes() {
    return List.of(
        new SerializeReactorSinks(), new SerializeRxProcessors(), new SerializeRxStreams());
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void otherLanguagesAreNotVisited(Recipe recipe) {
    ExecutionContext context = new InMemoryExecutionContext();
    TreeVisitor<?, ExecutionContext> visitor = recipe.getVisitor();
    SourceFile java = JavaParser.fromJavaVersion().build().parse("class A {}").toList().get(0);
    SourceFile kotlin =
        (SourceFile)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {JavaSourceFile.class},
                (proxy, method, arguments) -> null);
    assertEquals(
        List.of(true, false),
        Stream.of(java, kotlin).map(file -> visitor.isAcceptable(file, context)).toList());
  }
}
