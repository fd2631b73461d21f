/** What the tests of several packages need. */
@org.jspecify.annotations.NullMarked
package org.reactiveserializer.io.support;
