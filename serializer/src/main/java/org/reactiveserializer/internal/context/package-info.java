/** Thread-locals of the producer, where another thread delivers its item. */
package org.reactiveserializer.internal.context;
