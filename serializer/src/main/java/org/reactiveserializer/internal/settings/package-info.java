/** What the settings of all modules share: arguments that are refused, and errors without a subscriber. */
package org.reactiveserializer.internal.settings;
