package org.reactiveserializer.rewrite;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.openrewrite.java.Assertions.java;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/**
 * Runs a recipe on one file. What it should make of the file is compiled against the library, since
 * the recipes themselves know only what they believe to be its methods.
 */
abstract class Migration implements RewriteTest {
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipeFromResources("org.reactiveserializer.rewrite.UseReactiveSerializer")
        .parser(
            JavaParser.fromJavaVersion()
                .classpath(JavaParser.runtimeClasspath())
                .logCompilationWarningsAndErrors(true));
  }

  final void changes(String before, String after) {
    compile(before);
    compile(after);
    rewriteRun(java(before, after));
  }

  final void leaves(String code) {
    compile(code);
    rewriteRun(java(code));
  }

  private static void compile(String code) {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    Matcher type = TYPE.matcher(code);
    assertTrue(type.find(), code);
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///" + type.group(1) + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
          }
        };
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, List.of("-proc:none"), null, List.of(file));
    try {
      task.analyze(); // and writes no class
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertTrue(
        problems.getDiagnostics().stream().noneMatch(p -> p.getKind() == Diagnostic.Kind.ERROR),
        () -> problems.getDiagnostics() + "\n" + code);
  }
}
