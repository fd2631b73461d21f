package org.reactiveserializer.support;

import org.reactiveserializer.BiasedMode;

/** A program that prints whether serializers are biased. */
public final class BiasStatus {
  private BiasStatus() {}

  /** Prints the status. */
  public static void main(String[] arguments) {
    System.out.println(BiasedMode.status());
  }
}
