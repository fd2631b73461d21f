package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.ChannelUri;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;

/** What Aeron Archive has recorded is a stream, too: from any position on. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArchiveTest {
  private static final String CHANNEL = "aeron:ipc?term-length=64k";
  private static final int STREAM = 20;
  private static final int REPLAY_STREAM = 21;
  private static final int ITEMS = 1_000;

  @TempDir Path directory;

  @Test
  void aRecordingIsReplayedFromAPosition() throws Exception {
    try (ArchivingMediaDriver driver = launch();
        AeronArchive archive = connect(driver.mediaDriver().aeronDirectoryName());
        AeronNode node = AeronNode.of(archive.context().aeron())) {
      archive.startRecording(CHANNEL, STREAM, SourceLocation.LOCAL);
      AeronSubscriber<String> out = node.<String>subscriber(Texts.WRITER).open(CHANNEL, STREAM);
      long middle = send(out, 0, ITEMS / 2);
      long recording = recording(archive, out.publication().sessionId());
      long end = send(out, ITEMS / 2, ITEMS);
      out.close();
      assertTrue(out.awaitClosed(Await.LONG));
      Await.until(() -> archive.getStopPosition(recording) == end);

      long session =
          archive.startReplay(recording, middle, end - middle, "aeron:ipc", REPLAY_STREAM);
      AeronPublisher<String> in =
          node.<String>publisher(Texts.READER)
              .completeAfterLast()
              .open(ChannelUri.addSessionId("aeron:ipc", (int) session), REPLAY_STREAM);
      Collecting collecting = new Collecting(Long.MAX_VALUE);
      in.subscribe(collecting);
      for (int i = ITEMS / 2; i < ITEMS; i++) {
        assertEquals("i" + i, collecting.next());
      }
      collecting.awaitEnd();
      assertNull(collecting.error);
      assertTrue(collecting.items.isEmpty());
    }
  }

  /** Returns up to where the publication has sent. */
  private static long send(AeronSubscriber<String> out, int from, int to) {
    for (int i = from; i < to; i++) {
      assertTrue(out.emit("i" + i, Await.LONG).isAccepted());
    }
    Await.until(() -> out.stats().sent() == to);
    return out.stats().position();
  }

  private static long recording(AeronArchive archive, int session) {
    CountersReader counters = archive.context().aeron().countersReader();
    Await.until(() -> counter(counters, archive, session) != CountersReader.NULL_COUNTER_ID);
    return RecordingPos.getRecordingId(counters, counter(counters, archive, session));
  }

  private static int counter(CountersReader counters, AeronArchive archive, int session) {
    return RecordingPos.findCounterIdBySession(counters, session, archive.archiveId());
  }

  private ArchivingMediaDriver launch() {
    String aeron = directory.resolve("driver").toString();
    return ArchivingMediaDriver.launch(
        new MediaDriver.Context()
            .aeronDirectoryName(aeron)
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnStart(true),
        new Archive.Context()
            .aeronDirectoryName(aeron)
            .connectTimeoutNs(Await.LONG.toNanos())
            .archiveDirectoryName(directory.resolve("archive").toString())
            .threadingMode(ArchiveThreadingMode.SHARED)
            .controlChannelEnabled(false)
            .archiveClientContext(
                new AeronArchive.Context().controlResponseChannel("aeron:udp?endpoint=127.0.0.1:0"))
            .recordingEventsEnabled(false)
            .replicationChannel("aeron:udp?endpoint=127.0.0.1:0")
            .segmentFileLength(1 << 20));
  }

  private static AeronArchive connect(String aeronDirectory) {
    return AeronArchive.connect(
        new AeronArchive.Context()
            .aeronDirectoryName(aeronDirectory)
            .messageTimeoutNs(Await.LONG.toNanos())
            .controlRequestChannel("aeron:ipc?term-length=64k")
            .controlRequestStreamId(AeronArchive.Configuration.localControlStreamId())
            .controlResponseChannel("aeron:ipc?term-length=64k"));
  }
}
