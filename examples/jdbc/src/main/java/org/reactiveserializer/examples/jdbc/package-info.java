/** Several threads feed one writer of a database. */
@NullMarked
package org.reactiveserializer.examples.jdbc;

import org.jspecify.annotations.NullMarked;
