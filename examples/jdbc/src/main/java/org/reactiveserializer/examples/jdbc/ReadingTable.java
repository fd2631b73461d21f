package org.reactiveserializer.examples.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The table of the readings.
 *
 * @param connection without auto-commit; nobody else uses it
 */
public record ReadingTable(Connection connection) {
  /**
   * A row.
   *
   * @param source who measured it
   * @param number the number among the readings of this source
   */
  public record Reading(int source, int number) {}

  /** Inserts all rows, or none, in one transaction. */
  public void insert(List<Reading> rows) throws SQLException {
    try {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO reading (source, number) VALUES (?, ?)")) {
        for (Reading row : rows) {
          insert.setInt(1, row.source());
          insert.setInt(2, row.number());
          insert.addBatch();
        }
        insert.executeBatch();
      }
      // Last. If only the answer to this is lost, the rows are there: the primary key tells.
      connection.commit();
    } catch (SQLException | RuntimeException failure) {
      try {
        connection.rollback();
      } catch (SQLException alsoThis) {
        failure.addSuppressed(alsoThis);
      }
      throw failure;
    }
  }
}
