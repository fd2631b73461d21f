@NullMarked
package org.reactiveserializer.calls;

import org.jspecify.annotations.NullMarked;
