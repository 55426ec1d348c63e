import { metricValues } from "../../testing/metric_samples.ts";
import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import { configurationMetrics } from "./configuration_metrics.ts";
import { shownDigest } from "./shown_digest.ts";

Deno.test("configurationMetrics() tells when a file was last read again, and which one is in force", async () => {
  const metrics = new Registry();
  const clock = new FakeClock(1_000_000);
  const files = configurationMetrics({
    metrics,
    clock,
    prefix: "apiserver_encryption_config_controller",
    what: "encryption",
    serverId: "a server",
  });
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
