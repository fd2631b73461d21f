/** What the bridge keeps, and what is different from the library's own: each a test. */
@NullMarked
package org.reactiveserializer.mutiny;

import org.jspecify.annotations.NullMarked;
