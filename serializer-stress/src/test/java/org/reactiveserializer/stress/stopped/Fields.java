package org.reactiveserializer.stress.stopped;

import com.sun.jdi.Field;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the field that an instruction reads. The debugger does not report it, but shows the
 * constant pool.
 */
final class Fields {
  // The tags of the constant pool (JVMS §4.4).
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  private static final Map<ReferenceType, Object[]> POOLS = new HashMap<>();

  private Fields() {}

  /**
   * Returns whether a getfield or getstatic reads a final field, which no thread writes any more.
   */
  static boolean isFinal(Location location) {
    ReferenceType type = location.declaringType();
    byte[] code = location.method().bytecodes();
    int at = (int) location.codeIndex();
    int index = Byte.toUnsignedInt(code[at + 1]) << 8 | Byte.toUnsignedInt(code[at + 2]);
    Object[] pool = POOLS.computeIfAbsent(type, Fields::read);
    int[] reference = (int[]) pool[index];
    String owner = (String) pool[((int[]) pool[reference[0]])[0]];
    String name = (String) pool[((int[]) pool[reference[1]])[0]];
    List<ReferenceType> owners = type.virtualMachine().classesByName(owner.replace('/', '.'));
    Field field = owners.size() == 1 ? owners.get(0).fieldByName(name) : null;
    return field != null && field.isFinal();
  }

  /**
   * Returns the constant pool: names as strings, other entries as the indexes that they refer to.
   */
  private static Object[] read(ReferenceType type) {
    List<Object> pool = new ArrayList<>(List.of(new int[0])); // indexes start at 1
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(type.constantPool()))) {
      while (pool.size() < type.constantPoolCount()) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case UTF8 -> pool.add(in.readUTF());
          case LONG, DOUBLE -> {
            pool.add(in.readLong());
            pool.add(new int[0]); // takes two indexes
          }
          case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE ->
              pool.add(new int[] {in.readUnsignedShort()});
          case METHOD_HANDLE -> pool.add(new int[] {in.readUnsignedByte(), in.readUnsignedShort()});
          default -> pool.add(new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pool.toArray();
  }
}
