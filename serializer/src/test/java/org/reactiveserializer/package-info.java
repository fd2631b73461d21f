/** Tests of the contract of the public API, rule by rule. */
@NullMarked
package org.reactiveserializer;

import org.jspecify.annotations.NullMarked;
