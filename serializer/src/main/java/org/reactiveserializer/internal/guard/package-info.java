/** What watches a subscription, and reports who breaks which rule. */
package org.reactiveserializer.internal.guard;
