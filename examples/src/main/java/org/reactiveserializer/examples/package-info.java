/**
 * Small programs, each in one file, with its command and its output in the header. Ctrl-C stops
 * them, and {@code kill} those in the background. Delete the file of a ring between two runs: it
 * may have items of a run that was stopped.
 */
@NullMarked
package org.reactiveserializer.examples;

import org.jspecify.annotations.NullMarked;
