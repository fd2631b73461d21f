/**
 * What datagram sources are made of: a pool of buffers, a hop to an executor, the kernel's count of
 * drops.
 */
package org.reactiveserializer.io.internal.datagram;
