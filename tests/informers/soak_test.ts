import { slowTests, soakMinutes } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { Growth } from "./memory.ts";
import { shownReport, soak } from "./soak.ts";

/** By so much a figure may be larger at the end: what it is when nothing is kept goes up and down. */
const HEAP_SLACK_BYTES = 4e6;
const RSS_SLACK_BYTES = 24e6;
const SLACK_SHARE = 0.05;
/** The runtime (2.7.14) keeps some of each session of HTTP/2 that was lost, for ever. */
const LOST_HEAP_BYTES = 30e3;
const LOST_RSS_BYTES = 80e3;

function isFlat({ middleBytes, lastBytes }: Growth, slackBytes: number): boolean {
  return lastBytes <= middleBytes * (1 + SLACK_SHARE) + slackBytes;
}

Deno.test({
  name:
    "a hundred informers have what the server has, whatever happens for minutes, and do not grow",
  ignore: !slowTests(),
  async fn() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const report = await soak(soakMinutes(), { seed, say: () => {} });
    const shown = shownReport(report);
    assertEquals(report.informers, 100, shown);
    assert(report.writes > 0 && report.deltas > report.writes, shown);
    // From one third of the time to the next.
    const lost = report.connections / 3;
    assert(isFlat(report.heap, HEAP_SLACK_BYTES + lost * LOST_HEAP_BYTES), shown);
    assert(isFlat(report.rss, RSS_SLACK_BYTES + lost * LOST_RSS_BYTES), shown);
    // Else it was no soak: revisions were forgotten, and so listed again.
    if (
      report.faults.compact !== undefined || report.faults["compact, and restart"] !== undefined
    ) {
      assert(report.relists > 0, shown);
    }
  },
});
