/** What the tests of several modules share. */
@NullMarked
package org.reactiveserializer.testing;

import org.jspecify.annotations.NullMarked;
