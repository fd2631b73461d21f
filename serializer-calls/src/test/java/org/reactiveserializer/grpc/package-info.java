/** The fronts with real calls of gRPC, in the process and over the loopback interface. */
@NullMarked
package org.reactiveserializer.grpc;

import org.jspecify.annotations.NullMarked;
