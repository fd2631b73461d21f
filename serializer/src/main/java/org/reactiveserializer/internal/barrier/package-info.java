/**
 * Asymmetric fences: a thread that needs to be fenced all the time executes no fence, and a thread
 * that needs it rarely fences both.
 */
package org.reactiveserializer.internal.barrier;
