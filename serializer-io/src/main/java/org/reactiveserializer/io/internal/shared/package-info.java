/** What rings and datagrams share with the module for Aeron. */
@NullMarked
package org.reactiveserializer.io.internal.shared;

import org.jspecify.annotations.NullMarked;
