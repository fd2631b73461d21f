package org.reactiveserializer.examples.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Stats;
import org.reactiveserializer.examples.jdbc.ReadingTable.Reading;

@Timeout(120)
class ReadingsTest {
  private static final int PRODUCERS = 4;
  private static final int EACH = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private final Collection<Reading> unwritten = new ConcurrentLinkedQueue<>();
  private final Collection<Reading> kept = new ConcurrentLinkedQueue<>();
  private final List<Connection> connections = new ArrayList<>();
  private Connection reader;
  private ReadingTable table;

  @BeforeEach
  void createTable() throws SQLException {
    reader = connect();
    execute(
        reader,
        "CREATE TABLE reading (source INT, number INT, PRIMARY KEY (source, number))",
        "SET DEFAULT_LOCK_TIMEOUT 50000");
    Connection connection = connect();
    connection.setAutoCommit(false);
    table = new ReadingTable(connection);
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:readings");
    connections.add(connection);
    return connection;
  }

  @AfterEach
  void dropTable() throws SQLException {
    execute(reader, "SHUTDOWN");
    for (Connection connection : connections) {
      connection.close();
    }
  }

  @Test
  void writesAll() throws Exception {
    Readings readings = new Readings(table, unwritten::add);
    produce(reading -> readings.add(reading, PATIENCE));
    readings.close();
    assertEquals(all(), written());
    Stats stats = readings.stats();
    assertEquals(PRODUCERS * EACH, stats.delivered());
    assertTrue(stats.highWater() <= 1024);
  }

  @Test
  void aRowDoesNotWaitForAFullBatch() throws Exception {
    CountDownLatch committed = new CountDownLatch(1);
    ReadingTable noticed = new ReadingTable(noticingCommit(table.connection(), committed));
    Readings readings = new Readings(noticed, unwritten::add);
    readings.add(new Reading(0, 0), PATIENCE);
    committed.await();
    assertEquals(List.of(new Reading(0, 0)), written());
    readings.close();
  }

  private static Connection noticingCommit(Connection connection, CountDownLatch committed) {
    return (Connection)
        Proxy.newProxyInstance(
            ReadingsTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(connection, arguments);
              if (method.getName().equals("commit")) {
                committed.countDown();
              }
              return result;
            });
  }

  @Test
  void aBatchThatFailsIsAccountedFor() throws Exception {
    execute(reader, "ALTER TABLE reading ADD CHECK (number < 3000)");
    Readings readings = new Readings(table, unwritten::add);
    produce(reading -> readings.add(reading, PATIENCE));
    ExecutionException end = assertThrows(ExecutionException.class, readings::close);
    assertInstanceOf(SQLException.class, end.getCause());
    assertFalse(written().isEmpty());
    assertFalse(kept.isEmpty());
    assertEquals(all(), accountedFor());
    assertAgrees(readings.stats());
  }

  @Test
  void aConnectionThatBreaksIsAccountedFor() throws Exception {
    Readings readings = new Readings(table, unwritten::add);
    produce(
        reading -> {
          if (reading.equals(new Reading(0, 3000))) {
            close(table.connection());
          }
          return readings.add(reading, PATIENCE);
        });
    assertThrows(ExecutionException.class, readings::close);
    assertFalse(written().isEmpty());
    assertEquals(all(), accountedFor());
    assertAgrees(readings.stats());
  }

  /** The same failure, but the program does not say where the rows go. */
  @Test
  void aForgottenBatchIsNoticed() throws Exception {
    execute(reader, "ALTER TABLE reading ADD CHECK (number < 3000)");
    Readings readings = new Readings(table, forgotten -> {});
    produce(reading -> readings.add(reading, PATIENCE));
    assertThrows(ExecutionException.class, readings::close);
    assertFalse(all().equals(accountedFor()));
  }

  /** The database waits for another transaction, and nobody looks at the results. */
  @Test
  void producersThatDoNotLookAreNoticed() throws Exception {
    Connection other = connect();
    other.setAutoCommit(false);
    execute(other, "INSERT INTO reading VALUES (0, 0)");
    Readings readings = new Readings(table, unwritten::add);
    produce(
        reading -> {
          EmitOutcome ignored = readings.add(reading, Duration.ZERO);
          return ignored.isAccepted() ? ignored : EmitOutcome.QUEUED;
        });
    other.rollback();
    readings.close();
    assertFalse(all().equals(accountedFor()));
  }

  /** Emits all readings, from several threads, and keeps what is refused. */
  private void produce(Function<Reading, EmitOutcome> emission) throws InterruptedException {
    List<Thread> threads =
        IntStream.range(0, PRODUCERS)
            .mapToObj(source -> new Thread(() -> produce(source, emission)))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void produce(int source, Function<Reading, EmitOutcome> emission) {
    for (int i = 0; i < EACH; i++) {
      Reading reading = new Reading(source, i);
      if (!emission.apply(reading).isAccepted()) {
        kept.add(reading);
      }
    }
  }

  private static List<Reading> all() {
    return IntStream.range(0, PRODUCERS)
        .boxed()
        .flatMap(source -> IntStream.range(0, EACH).mapToObj(i -> new Reading(source, i)))
        .toList();
  }

  private List<Reading> accountedFor() throws SQLException {
    List<Reading> readings = new ArrayList<>(written());
    readings.addAll(unwritten);
    readings.addAll(kept);
    readings.sort(Comparator.comparing(Reading::source).thenComparing(Reading::number));
    return readings;
  }

  private void assertAgrees(Stats stats) throws SQLException {
    assertEquals(kept.size(), stats.refused());
    assertEquals(written().size() + unwritten.size(), stats.delivered() + stats.discarded());
    assertEquals(0, stats.queued());
  }

  private List<Reading> written() throws SQLException {
    List<Reading> readings = new ArrayList<>();
    try (Statement statement = reader.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT source, number FROM reading ORDER BY source, number")) {
      while (rows.next()) {
        readings.add(new Reading(rows.getInt(1), rows.getInt(2)));
      }
    }
    return readings;
  }

  private static void execute(Connection connection, String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
