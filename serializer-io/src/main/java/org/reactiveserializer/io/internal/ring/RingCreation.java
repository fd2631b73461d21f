package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.io.ring.RingHeaderException;

/**
 * Creates the file of a ring. It is written in full under a temporary name in the same directory,
 * and then gets its name in one step: nobody sees half a ring. Every byte is written, so the file
 * has no holes: if the disk is full, this fails, and not a store into the mapped file later. (A
 * file system that copies on write or compresses may need room for that store nevertheless.)
 */
public final class RingCreation {
  private static final int CHUNK = 1 << 16;
  private static final int ATTEMPTS = 16;

  private RingCreation() {}

  /**
   * Creates the file.
   *
   * @throws FileAlreadyExistsException if the name exists
   */
  public static Header create(Path name, RingKind kind, int capacity, RingAccess access)
      throws IOException {
    Layout.checkWidth(System.getProperty("sun.arch.data.model"));
    Path file = name.toAbsolutePath();
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw alreadyExists(file);
    }
    long instance = UUID.randomUUID().getMostSignificantBits();
    Path temporary = file.resolveSibling(".%s.%016x.new".formatted(file.getFileName(), instance));
    try {
      Uninterrupted.call(() -> write(temporary, kind, capacity, instance, access));
      giveName(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
    return new Header(kind, capacity, instance);
  }

  /**
   * Creates the file, or reads the header of the one that exists, which must have that capacity.
   */
  public static Header createOrAttach(Path name, RingKind kind, int capacity, RingAccess access)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        if (!Files.exists(name)) {
          return create(name, kind, capacity, access);
        }
        Header header = Attaching.readHeader(name, kind, access);
        if (header.capacity() != capacity) {
          throw new RingHeaderException(
              "%s exists and has a capacity of %d bytes, %d were requested"
                  .formatted(name, header.capacity(), capacity));
        }
        return header;
      } catch (FileAlreadyExistsException | NoSuchFileException meanwhile) {
        // Created or deleted by another process; or a symbolic link to nowhere, or no such
        // directory.
        if (attempt == ATTEMPTS) {
          throw meanwhile;
        }
      }
    }
  }

  private static Path write(
      Path temporary, RingKind kind, int capacity, long instance, RingAccess access)
      throws IOException {
    long size = Header.fileSize(capacity);
    try (FileChannel channel = FileAccess.create(temporary, access)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
      for (long at = 0; at < size; ) {
        zeros.clear().limit((int) Math.min(CHUNK, size - at));
        at += channel.write(zeros, at);
      }
      ByteBuffer footer = ByteBuffer.allocate(Layout.FOOTER).order(ByteOrder.nativeOrder());
      writeFully(channel, footer.putLong(0, instance), size - Layout.FOOTER);
      writeFully(channel, header(kind, capacity, instance), 0);
      channel.force(true);
      ByteBuffer version = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
      writeFully(channel, version.putInt(0, Layout.VERSION_OF_LAYOUT), Layout.VERSION);
      channel.force(true);
      return temporary;
    } catch (FileSystemException refused) {
      throw refused; // it names the file
    } catch (IOException failed) {
      String reason = "could not write the %d bytes of a ring: %s";
      FileSystemException full =
          new FileSystemException(
              temporary.toString(), null, reason.formatted(size, failed.getMessage()));
      full.initCause(failed);
      throw full;
    }
  }

  private static ByteBuffer header(RingKind kind, int capacity, long instance) {
    ByteBuffer header = ByteBuffer.allocate(Layout.HEADER).order(ByteOrder.nativeOrder());
    Layout.putMagic(header);
    return header
        .putInt(Layout.MARK, Layout.BYTE_ORDER_MARK)
        .putInt(Layout.HEADER_LENGTH, Layout.HEADER)
        .putInt(Layout.KIND, kind.code)
        .putLong(Layout.CAPACITY, capacity)
        .putLong(Layout.INSTANCE, instance)
        .putLong(Layout.CREATED, System.currentTimeMillis());
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes, long at)
      throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes, at + bytes.position());
    }
  }

  /**
   * Gives the file its name by a hard link, which fails if the name exists. A file system without
   * hard links gets a rename, before which the name is looked up; two creators at the same moment
   * could both succeed.
   */
  private static void giveName(Path temporary, Path file) throws IOException {
    try {
      Files.createLink(file, temporary);
    } catch (FileAlreadyExistsException taken) {
      throw alreadyExists(file);
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      Files.move(temporary, file);
    }
  }

  private static FileAlreadyExistsException alreadyExists(Path file) {
    return new FileAlreadyExistsException(
        file.toString(), null, "exists. Attach to it, delete it, or choose another name");
  }
}
