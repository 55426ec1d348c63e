import { auditEvent } from "../../testing/audit_events.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { AuditLogFile } from "./log_file.ts";
import { logSink } from "./log_sink.ts";
import { Losses } from "./losses.ts";

Deno.test("logSink() writes as many events at once as a file may have, and loses only what is too large by itself", async () => {
  const folder = await Deno.makeTempDir();
  const clock = new FakeClock();
  const metrics = new Registry();
  const file = new AuditLogFile({
    path: `${folder}/audit.log`,
    maxBytes: 2000,
    maxBackups: 0,
    maxAgeDays: 0,
    clock,
  });
  try {
    const sink = logSink({
      output: file,
      format: "json",
      version: "v1",
      losses: new Losses(metrics, clock, silentLogger),
    });
    const ids = Array.from({ length: 20 }, (_, at) => `id-${at}`);
    const huge = auditEvent("x".repeat(2000));
    const events = ids.map((id) => auditEvent(id));
    assertEquals(sink.take([...events.slice(0, 10), huge, ...events.slice(10)]), false);
    assertEquals(sink.take(events.slice(0, 3)), true);
    const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    const lines = files.flatMap((name) => {
      const text = Deno.readTextFileSync(`${folder}/${name}`);
      assertEquals(text.length <= 2000, true, name);
      return text.trimEnd().split("\n").map((line) => JSON.parse(line).auditID);
    });
    assertEquals(lines, [...ids, ...ids.slice(0, 3)]);
    const lost = /error_total\{plugin="log"\} (\d+)/.exec(metrics.render())?.[1];
    assertEquals(lost, "1");
  } finally {
    file.close();
    await Deno.remove(folder, { recursive: true });
  }
});
