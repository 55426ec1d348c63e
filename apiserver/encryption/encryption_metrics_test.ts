import { metricValues } from "../../testing/metric_samples.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { shownDigest } from "./digest.ts";
import { declareFileMetrics } from "./encryption_metrics.ts";

Deno.test("declareFileMetrics() tells when a file was last read again, and which one is in force", async () => {
  const metrics = new Registry();
  const clock = new FakeClock(1_000_000);
  const files = declareFileMetrics(metrics, clock, "a server");
  const shown = (name: string) =>
    metricValues(metrics, `apiserver_encryption_config_controller_${name}`, {
      apiserver_id_hash: shownDigest("a server"),
    });
  files.inForce("one");
  assertEquals(shown("last_config_info"), { [`hash="${shownDigest("one")}"`]: 1 });
  files.reloaded("success");
  await clock.advance(5_000);
  files.reloaded("failure");
  files.reloaded("failure");
  assertEquals(shown("automatic_reloads_total"), { 'status="success"': 1, 'status="failure"': 2 });
  assertEquals(shown("automatic_reload_last_timestamp_seconds"), {
    'status="success"': 1000,
    'status="failure"': 1005,
  });
  files.inForce("two");
  assertEquals(shown("last_config_info"), { [`hash="${shownDigest("two")}"`]: 1 });
});
