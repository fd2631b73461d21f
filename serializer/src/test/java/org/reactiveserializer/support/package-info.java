/** What several tests need: downstreams and upstreams that record, and a second thread in step. */
@NullMarked
package org.reactiveserializer.support;

import org.jspecify.annotations.NullMarked;
