/** Used by several tests: recording downstreams and upstreams, and a second thread in step. */
@NullMarked
package org.reactiveserializer.support;

import org.jspecify.annotations.NullMarked;
