package org.reactiveserializer.aeron;

/** Where an {@link OfferLoop} offers items. For one thread at a time. */
interface Outlet<T> {
  /** Returns a positive number, or why the item was not taken, as an {@code offer} of Aeron. */
  long offer(T item);

  /** Adds another publication, if this result says that it has ended, and if another one is possible. */
  boolean reopen(long result);

  /** Nothing more is offered. */
  void close();
}
