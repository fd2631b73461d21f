package org.reactiveserializer.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.LogBufferDescriptor;

/**
 * Tells when a publication comes to pages that it has not written before. Only such a page can be
 * missing: the file of the publication has holes at first, and a full file system cannot fill them. The
 * terms are used again and again, so there are none any more when each was used once.
 */
final class FreshPages {
  private static final int PAGE_BITS = 12; // if pages are larger, it only tells more often
  private static final long NONE = -1;

  private final long end; // behind the pages that may be missing
  private long last = NONE;

  FreshPages(ExclusivePublication publication) {
    this(publication.position(), publication.termBufferLength());
  }

  FreshPages(long begin, int termLength) {
    end = pageOf(begin + (long) LogBufferDescriptor.PARTITION_COUNT * termLength) + 1;
  }

  /** Returns whether a message that ends at this position may be the first one in a page. */
  boolean areIn(long position) {
    long page = pageOf(position - 1);
    boolean mayBe = page != last && last < end;
    last = page;
    return mayBe;
  }

  private static long pageOf(long position) {
    return position >> PAGE_BITS;
  }
}
