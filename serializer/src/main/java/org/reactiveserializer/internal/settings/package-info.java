/** What the settings of all modules share: arguments that are refused, errors without a subscriber, and ends. */
package org.reactiveserializer.internal.settings;
