import { auditEvent, KeptEvents } from "../../testing/audit_events.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { Losses } from "./losses.ts";
import { sizeOf, truncated } from "./truncated.ts";

function truncating(maxEventBytes: number) {
  const metrics = new Registry();
  const kept = new KeptEvents();
  const losses = new Losses(metrics, new FakeClock(), silentLogger);
  const sink = truncated(kept, { maxEventBytes, version: "v1", losses });
  const lost = () => /error_total\{plugin="truncate"\} (\d+)/.exec(metrics.render())?.[1];
  return { kept, sink, lost };
}

Deno.test("truncated() takes bodies out of what is too large, and loses what is so without", () => {
  const { kept, sink, lost } = truncating(500);
  const body = JSON.stringify({ data: "x".repeat(600) });
  assertEquals(sink.take([auditEvent("small")]), true);
  assertEquals(sink.take([auditEvent("body", { level: "Request", requestObject: body })]), true);
  assertEquals(
    sink.take([auditEvent("answer", { level: "RequestResponse", responseObject: body })]),
    true,
  );
  assertEquals(sink.take([auditEvent("agent", { userAgent: "x".repeat(600) })]), true);
  assertEquals(
    sink.take([auditEvent("both", { level: "Request", requestObject: body, userAgent: body })]),
    true,
  );
  assertEquals(kept.ids, [["small"], ["body"], ["answer"]]);
  assertEquals(lost(), "2");
  const [small, cut] = kept.batches.flat();
  assertEquals(small!.fields.annotations, {});
  assertEquals(cut!.fields.annotations, { "audit.k8s.io/truncated": "true" });
  assertEquals(cut!.fields.requestObject, undefined);
});

Deno.test("truncated() counts bytes, with the end of the line, to the last", async () => {
  const event = auditEvent("é".repeat(200));
  const bytes = sizeOf(event.json("v1"));
  for (const [most, count] of [[bytes, 1], [bytes - 1, 0]] as const) {
    const { kept, sink } = truncating(most);
    await sink.take([event]);
    assertEquals(kept.batches.length, count);
  }
});
