/** What the other modules need to call an upstream as the specification demands. */
package org.reactiveserializer.internal.upstream;
