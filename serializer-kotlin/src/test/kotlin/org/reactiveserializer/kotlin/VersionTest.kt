package org.reactiveserializer.kotlin

import java.nio.file.Path
import kotlin.io.path.readText
import kotlinx.coroutines.Job
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class VersionTest {
  @Test
  fun theseTestsRunWithTheVersionThatTheBuildNames() {
    val version = Job::class.java.getResource("/META-INF/kotlinx_coroutines_core.version")!!.readText()
    assertEquals(System.getProperty("coroutines.expected"), version.trim())
  }

  @Test
  fun theCompilerOfTheOldestVersionReadsTheClasses() {
    val written = Arrivals::class.java.getAnnotation(Metadata::class.java).metadataVersion
    assertEquals(listOf(2, 2), written.take(2))
  }

  @Test
  fun thePageNamesTheOldestVersion() {
    val oldest = System.getProperty("coroutines.oldest")
    assertTrue("kotlinx-coroutines $oldest," in Path.of("../docs/recipes.md").readText())
  }
}
