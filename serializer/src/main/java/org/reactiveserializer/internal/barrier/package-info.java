/**
 * One side's half of a fence: what a thread that comes seldom does so that one that comes all the
 * time need not fence at all.
 */
package org.reactiveserializer.internal.barrier;
