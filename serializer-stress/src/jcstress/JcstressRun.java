import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;
import org.reactiveserializer.stress.mutants.Mutant;
import org.reactiveserializer.stress.mutants.Mutants;

/**
 * Runs jcstress and verifies that it really ran the tests. Jcstress alone skips every test with
 * more actors than processors: it prints a note, and exits with status 0 even if it ran nothing.
 *
 * <p>The run fails if
 *
 * <ul>
 *   <li>a listed test has no result, or a result that is not a normal one (timeout, crash, error in
 *       the test);
 *   <li>jcstress itself fails: an outcome was forbidden;
 *   <li>a test finds nothing forbidden in the library with a defect that it must catch (see
 *       {@code Mutants}): then it proves nothing.
 * </ul>
 *
 * <p>Started from its source:
 * {@code java -cp <runtime class path> JcstressRun.java <mode> <directory> <variants> [<regex>
 * [<arguments>]]}. The variants are {@code all} that jcstress makes of a test, or {@code few}: one kind of
 * virtual machine, and the same compiler for all actors, which takes a fraction of the time. The regular
 * expression selects tests, as the option {@code -t} of jcstress does. The arguments, separated by blanks,
 * are passed to the virtual machines that the tests run in.
 */
final class JcstressRun {

    private static final String PACKAGE = "org.reactiveserializer.stress.";

    private static final int MINUTES_FOR_A_MUTANT = 2;

    private final String mode;
    private final Path directory;
    private final boolean few;
    private final String selection;
    private final String arguments;

    private JcstressRun(
            String mode, Path directory, boolean few, String selection, String arguments) {
        this.mode = mode;
        this.directory = directory;
        this.few = few;
        this.selection = selection;
        this.arguments = arguments;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("Usage: JcstressRun.java <mode> <directory> <all|few> [<regex> [<arguments>]]");
            System.exit(2);
        }
        List<String> failures =
                new JcstressRun(args[0], Path.of(args[1]).toAbsolutePath(), args[2].equals("few"), optional(args, 3), optional(args, 4)).run();
        failures.forEach(failure -> System.out.println("[jcstress] FAILED: " + failure));
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    private static String optional(String[] args, int index) {
        return args.length > index ? args[index] : "";
    }

    private List<String> run() throws Exception {
        Set<String> listed = listed();
        if (listed.isEmpty()) {
            return List.of(
                    "META-INF/TestList contains no test" + (selection.isEmpty() ? "" : " that matches " + selection));
        }
        List<String> failures = new ArrayList<>();
        int status = start(directory, List.of(), selection, few, arguments).waitFor();
        if (status != 0) {
            failures.add("jcstress ended with exit status " + status);
        }
        List<TestResult> results = results(directory);
        verify(listed, results, failures);
        int caught = 0;
        int all = 0;
        for (Mutant mutant : Mutants.ALL) {
            List<String> races = mutant.races().stream().filter(race -> listed.contains(PACKAGE + race)).toList();
            all += races.size();
            caught += races.isEmpty() ? 0 : caught(mutant, races, failures);
        }
        System.out.printf(
                "[jcstress] %d listed tests ran, in %d configurations, %,d samples; mutants caught: %d of %d%n",
                listed.size(),
                results.size(),
                results.stream().mapToLong(TestResult::getTotalCount).sum(),
                caught,
                all);
        return failures;
    }

    /** Returns how many of these tests catch a mutant: one that makes a test stand still is caught as well. */
    private int caught(Mutant mutant, List<String> races, List<String> failures) throws Exception {
        Path folder = directory.resolve("mutants").resolve(mutant.name().replaceAll("\\W", "-"));
        Path classes = mutant.compileInto(folder);
        int caught = 0;
        for (String race : races) {
            Process process = start(
                    folder,
                    List.of(classes),
                    "\\." + Pattern.quote(race) + "$",
                    true,
                    arguments + " " + String.join(" ", mutant.options()));
            boolean ended = process.waitFor(MINUTES_FOR_A_MUTANT, TimeUnit.MINUTES);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            if (!ended || results(folder).stream().anyMatch(JcstressRun::isCaught)) {
                caught++;
            } else {
                failures.add(race + " does not catch the mutant: " + mutant);
            }
        }
        return caught;
    }

    /** Something forbidden was observed, or an actor threw, which none does in the library as it is. */
    private static boolean isCaught(TestResult run) {
        return run.status() == Status.TEST_ERROR || (run.status() == Status.NORMAL && !run.grading().isPassed);
    }

    private Set<String> listed() {
        Pattern selected = Pattern.compile(selection);
        return TestList.tests().stream()
                .filter(name -> selected.matcher(name).find())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Process start(Path folder, List<Path> first, String tests, boolean few, String arguments)
            throws IOException {
        Files.createDirectories(folder);
        for (Path file : resultFiles(folder)) {
            Files.delete(file);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED"); // jcstress queries the processors through native code
        }
        String classPath = Stream.concat(first.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of("-cp", classPath, "org.openjdk.jcstress.Main"));
        command.addAll(List.of("-m", mode, "-r", folder.toString()));
        if (!tests.isEmpty()) {
            command.addAll(List.of("-t", tests));
        }
        if (few) {
            command.addAll(List.of("-sc", "false"));
        }
        if (!arguments.isBlank()) {
            // Without this option it runs each test with several sets of its own, to which ours are added.
            command.addAll(List.of(few ? "-jvmArgs" : "-jvmArgsPrepend", arguments.strip()));
        }
        return new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    }

    private static void verify(Set<String> listed, List<TestResult> results, List<String> failures) {
        Map<String, List<TestResult>> byTest =
                results.stream().collect(Collectors.groupingBy(TestResult::getName, TreeMap::new, Collectors.toList()));

        for (String test : listed) {
            if (!byTest.containsKey(test)) {
                failures.add(test + " did not run (more actors than processors?)");
            }
        }
        byTest.forEach((test, runs) -> {
            for (Status status : Status.values()) {
                long count = runs.stream().filter(run -> run.status() == status).count();
                if (status != Status.NORMAL && count > 0) {
                    failures.add(test + " ended " + count + " times with " + status);
                }
            }
            long forbidden = runs.stream().filter(run -> !run.grading().isPassed).count();
            if (forbidden > 0) {
                failures.add(test + " failed in " + forbidden + " of " + runs.size() + " configurations");
            }
        });
    }

    private static List<TestResult> results(Path folder) throws IOException, ClassNotFoundException {
        InProcessCollector results = new InProcessCollector();
        for (Path file : resultFiles(folder)) {
            DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
            reader.dump();
            reader.close();
        }
        return List.copyOf(results.getTestResults());
    }

    private static List<Path> resultFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("jcstress-results-.*\\.bin\\.gz")).toList();
        }
    }
}
