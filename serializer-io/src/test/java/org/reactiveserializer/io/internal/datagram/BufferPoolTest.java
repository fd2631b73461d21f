package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
  private static final int LIMIT = 8;

  @Test
  void growsToItsLimit() {
    BufferPool pool = new BufferPool(100, 3);
    List<PooledBuffer> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      PooledBuffer buffer = pool.acquire();
      assertNotNull(buffer);
      assertEquals(100, buffer.writable().capacity());
      all.add(buffer);
    }
    assertNull(pool.acquire());
    assertEquals(3, pool.allocated());
    all.get(1).giveBack();
    assertSame(all.get(1), pool.acquire());
    assertNull(pool.acquire());
  }

  @Test
  void losesNone() {
    BufferPool pool = new BufferPool(1, LIMIT);
    List<PooledBuffer> owned = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      owned.add(pool.acquire());
    }
    owned.forEach(PooledBuffer::giveBack);
    PooledBuffer second = pool.acquire();
    pool.acquire().giveBack();
    second.giveBack();
    Set<PooledBuffer> all = Collections.newSetFromMap(new IdentityHashMap<>());
    for (PooledBuffer next = pool.acquire(); next != null; next = pool.acquire()) {
      all.add(next);
    }
    assertEquals(LIMIT, all.size());
    assertEquals(LIMIT, pool.allocated());
  }

  @Test
  void putsBackWhatWasNotUsed() {
    BufferPool pool = new BufferPool(1, 1);
    PooledBuffer buffer = pool.acquire();
    pool.putBack(buffer);
    assertSame(buffer, pool.acquire());
  }

  @Test
  void doesNotThrowWithoutMemoryAndDoesNotTryAgainAtOnce() {
    AtomicInteger attempts = new AtomicInteger();
    BufferPool pool =
        new BufferPool(
            1,
            3,
            size -> {
              if (attempts.incrementAndGet() > 1) {
                throw new OutOfMemoryError("simulated");
              }
              return ByteBuffer.allocateDirect(size);
            });
    PooledBuffer first = pool.acquire();
    assertNotNull(first);
    for (int i = 0; i < 10; i++) {
      assertNull(pool.acquire());
    }
    assertEquals(2, attempts.get());
    assertEquals(1, pool.allocated());
    first.giveBack();
    assertSame(first, pool.acquire());
  }

  @Test
  void countsWhatIsNotYetGivenBackWhenItIsClosed() {
    BufferPool pool = new BufferPool(1, 4);
    List<PooledBuffer> owned = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      owned.add(pool.acquire());
    }
    owned.remove(0).giveBack();
    pool.putBack(owned.remove(0));
    pool.close();
    assertEquals(2, pool.allocated());
    owned.forEach(PooledBuffer::giveBack);
    assertEquals(0, pool.allocated());
  }

  /**
   * Two threads: one gives buffers back, the other closes the pool, and then gives back the last one.
   * Returns how many were left in it.
   */
  private static int leftAfterClose(boolean broken) throws Exception {
    BufferPool pool =
        broken
            ? new BufferPool(1, LIMIT) {
              @Override
              boolean isClosed() {
                return false;
              }
            }
            : new BufferPool(1, LIMIT);
    List<PooledBuffer> owned = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      owned.add(pool.acquire());
    }
    CyclicBarrier start = new CyclicBarrier(2);
    Thread giving =
        new Thread(
            () -> {
              try {
                start.await();
              } catch (Exception impossible) {
                throw new AssertionError(impossible);
              }
              owned.subList(1, LIMIT).forEach(PooledBuffer::giveBack);
            });
    giving.start();
    start.await();
    pool.close();
    owned.get(0).giveBack();
    giving.join();
    assertEquals(pool.returned == null, pool.allocated() == 0);
    return pool.allocated();
  }

  @Test
  void isClosedWhileOthersGiveBack() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      assertEquals(0, leftAfterClose(false));
    }
  }

  @Test
  void theTestNoticesAPoolThatDoesNotLookAgain() throws Exception {
    assertNotEquals(0, leftAfterClose(true));
  }

  @Test
  void hasViewsOfTheirOwn() {
    BufferPool pool = new BufferPool(10, 1);
    PooledBuffer buffer = pool.acquire();
    buffer.writable().put(new byte[] {1, 2, 3});
    ByteBuffer view = buffer.view(3);
    assertEquals(3, view.remaining());
    assertEquals(1, view.get());
    assertEquals(3, buffer.view(3).remaining());
    assertEquals(0, buffer.view(0).remaining());
  }

  /** Several threads give back what one acquires: no buffer is lost or has two owners. */
  @Test
  void isGivenBackToByManyThreads() throws InterruptedException {
    BufferPool pool = new BufferPool(4, LIMIT);
    AtomicBoolean broken = new AtomicBoolean();
    AtomicBoolean done = new AtomicBoolean();
    Queue<PooledBuffer> inUse = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread =
          new Thread(
              () -> {
                while (!done.get() || !inUse.isEmpty()) {
                  PooledBuffer buffer = inUse.poll();
                  if (buffer != null) {
                    if (buffer.writable().getInt(0) != 1) {
                      broken.set(true); // another owner has changed it
                    }
                    buffer.writable().putInt(0, 0);
                    buffer.giveBack();
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (int i = 0; i < 1_000_000; i++) {
      PooledBuffer buffer = pool.acquire();
      if (buffer != null) {
        if (buffer.writable().getInt(0) != 0) {
          broken.set(true);
        }
        buffer.writable().putInt(0, 1);
        inUse.add(buffer);
      }
    }
    done.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    int left = 0;
    for (PooledBuffer next = pool.acquire(); next != null && left <= LIMIT; next = pool.acquire()) {
      left++;
    }
    assertFalse(broken.get());
    assertEquals(LIMIT, left);
  }

  /** Another thread gives one back between the two steps of this one; the twin does not compare. */
  @Test
  void isGivenBackToBetweenTwoSteps() {
    assertEquals(2, returned(true));
    assertEquals(1, returned(false));
  }

  private static int returned(boolean compares) {
    List<PooledBuffer> owned = new ArrayList<>();
    BufferPool pool =
        new BufferPool(1, 2) {
          @Override
          boolean replaceHead(PooledBuffer head, PooledBuffer next) {
            if (owned.isEmpty()) {
              return super.replaceHead(head, next);
            }
            owned.remove(0).giveBack();
            if (compares) {
              return super.replaceHead(head, next);
            }
            returned = next;
            return true;
          }
        };
    PooledBuffer first = pool.acquire();
    owned.add(pool.acquire());
    first.giveBack();
    return (pool.acquire() == null ? 0 : 1) + (pool.acquire() == null ? 0 : 1);
  }
}
