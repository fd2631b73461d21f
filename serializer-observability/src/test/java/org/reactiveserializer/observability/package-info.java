/** What the tests share, and a test of the page. */
@NullMarked
package org.reactiveserializer.observability;

import org.jspecify.annotations.NullMarked;
