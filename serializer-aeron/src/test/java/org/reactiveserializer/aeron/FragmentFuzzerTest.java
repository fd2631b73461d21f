package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.testing.Corpus;

/** The corpus of the {@link FragmentFuzzer}, and assemblers with a defect that it must notice. */
class FragmentFuzzerTest {
  private static final Corpus CORPUS = Corpus.of(FragmentFuzzer.class);

  @Test
  void nothingIsWrongWithTheCorpus() {
    CORPUS.check(FragmentFuzzer::fuzzerTestOneInput);
  }

  @ParameterizedTest
  @EnumSource
  void theTwinsAreCaught(Defect defect) {
    assertTrue(CORPUS.fails(input -> FragmentFuzzer.check(input, to -> new Twin(defect, to))) > 0);
  }

  private enum Defect {
    NO_ASSEMBLY,
    ONE_SESSION_ONLY,
    GAP_IGNORED,
    SECOND_BEGIN_IGNORED,
    END_WITHOUT_BEGIN_DELIVERED
  }

  private static final class Twin implements ControlledFragmentHandler {
    private final Defect defect;
    private final ControlledFragmentHandler to;
    private final Map<Integer, Part> parts = new HashMap<>();

    private static final class Part {
      final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
      int length;
      int next;
    }

    Twin(Defect defect, ControlledFragmentHandler to) {
      this.defect = defect;
      this.to = to;
    }

    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
      boolean begins = (header.flags() & FrameDescriptor.BEGIN_FRAG_FLAG) != 0;
      boolean ends = (header.flags() & FrameDescriptor.END_FRAG_FLAG) != 0;
      if ((begins && ends) || defect == Defect.NO_ASSEMBLY) {
        return to.onFragment(buffer, offset, length, header);
      }
      int session = defect == Defect.ONE_SESSION_ONLY ? 0 : header.sessionId();
      Part part = parts.get(session);
      if (begins && !(defect == Defect.SECOND_BEGIN_IGNORED && part != null)) {
        part = new Part();
        parts.put(session, part);
      } else if (part == null) {
        return defect == Defect.END_WITHOUT_BEGIN_DELIVERED && ends
            ? to.onFragment(buffer, offset, length, header)
            : Action.CONTINUE;
      } else if (part.next != header.termOffset() && defect != Defect.GAP_IGNORED) {
        parts.remove(session);
        return Action.CONTINUE;
      }
      part.bytes.putBytes(part.length, buffer, offset, length);
      part.length += length;
      part.next = header.nextTermOffset();
      if (!ends) {
        return Action.CONTINUE;
      }
      parts.remove(session);
      return to.onFragment(part.bytes, 0, part.length, header);
    }
  }
}
