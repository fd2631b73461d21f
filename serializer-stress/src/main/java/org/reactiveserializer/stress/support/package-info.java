/** What a race is made of: a probe for a downstream, hooks that take notes, items that tell. */
@NullMarked
package org.reactiveserializer.stress.support;

import org.jspecify.annotations.NullMarked;
