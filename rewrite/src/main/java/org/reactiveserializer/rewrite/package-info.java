/** Recipes of OpenRewrite that change code of Reactor and RxJava 3 to use this library. */
@NullMarked
package org.reactiveserializer.rewrite;

import org.jspecify.annotations.NullMarked;
