/**
 * Which streams have a name, and what their figures are, for whoever shows them. Modules of this
 * library register their streams here; the module for Micrometer reads.
 */
package org.reactiveserializer.internal.observed;
