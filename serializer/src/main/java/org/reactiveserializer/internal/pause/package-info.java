/** How a reader of memory that is shared with another process stays behind the writer. */
package org.reactiveserializer.internal.pause;
