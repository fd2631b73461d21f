/** What the bridge keeps, and what is different from the library's own: each a test. */
@NullMarked
package org.reactiveserializer.reactor;

import org.jspecify.annotations.NullMarked;
