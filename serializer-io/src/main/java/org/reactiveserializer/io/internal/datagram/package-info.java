/** What datagram sources are made of: a pool of buffers, and the kernel's count of drops. */
package org.reactiveserializer.io.internal.datagram;
