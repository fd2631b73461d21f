/** Counts what is written, and what is not, also if the database fails. */
@NullMarked
package org.reactiveserializer.examples.jdbc;

import org.jspecify.annotations.NullMarked;
