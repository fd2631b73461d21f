package org.reactiveserializer.support;

import org.reactiveserializer.Serializer;

/** A program that says whether serializers are biased. */
public final class BiasStatus {
  private BiasStatus() {}

  /** Runs. */
  public static void main(String[] arguments) {
    System.out.println(Serializer.bias());
  }
}
