/** Several threads feed one call of gRPC, as fast as its client reads. */
@NullMarked
package org.reactiveserializer.examples.grpc;

import org.jspecify.annotations.NullMarked;
