import { KeptEvents } from "../../testing/audit_events.ts";
import { type TestRequest, testRequest } from "../../testing/request_context.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { RequestContext } from "../http/context.ts";
import { auditRecorder } from "./recorder.ts";

/** The annotations of each stage of a request that takes so long. */
async function annotated(tookMs: number, asked: TestRequest, change: Partial<RequestContext>) {
  const sink = new KeptEvents();
  const clock = new FakeClock(0);
  const recorder = auditRecorder({
    dialect: "kubernetes",
    clock,
    metrics: new Registry(),
    targets: () => [{
      judge: () => ({ level: "Metadata", omitStages: new Set(), omitManagedFields: false }),
      sink,
    }],
    close: () => Promise.resolve(),
  });
  const context = Object.assign(testRequest(asked), change);
  Object.assign(context.request, { peer: { address: "127.0.0.1", port: 1 } });
  const record = await recorder.begin(context);
  await clock.advance(tookMs);
  await record?.completed(200);
  return sink.batches.flat().map(({ fields: { stage, annotations } }) => [stage, annotations]);
}

const SLOW = {
  waitedMs: 1500,
  webhookMs: 350.25,
  mutatingWebhookMs: 100.25,
  authenticationMs: 2,
  authorizationMs: 0.5,
};
const DOMAIN = "apiserver.latency.k8s.io";

Deno.test("the record of a slow request says where its time went, once it is over", async () => {
  const cases: Record<
    string,
    [
      tookMs: number,
      asked: TestRequest,
      context: Partial<RequestContext>,
      annotations: Record<string, string>,
    ]
  > = {
    "slow": [2500, {}, SLOW, {
      [`${DOMAIN}/total`]: "2.5s",
      [`${DOMAIN}/authentication`]: "2ms",
      [`${DOMAIN}/authorization`]: "500µs",
      [`${DOMAIN}/apf-queue-wait`]: "1.5s",
      [`${DOMAIN}/mutating-webhook`]: "100.25ms",
      [`${DOMAIN}/validating-webhook`]: "250ms",
    }],
    "slow for no such reason": [501, {}, {}, { [`${DOMAIN}/total`]: "501ms" }],
    "fast": [500, {}, SLOW, {}],
    "a watch": [9000, { path: "/api/v1/pods?watch=1" }, SLOW, {}],
  };
  for (const [name, [tookMs, asked, context, annotations]] of Object.entries(cases)) {
    assertEquals(await annotated(tookMs, asked, context), [
      ["RequestReceived", {}],
      ["ResponseComplete", annotations],
    ], name);
  }
  const broken = await annotated(2500, {}, { ...SLOW, defect: new Error("a defect") });
  assertEquals(broken.at(-1), ["Panic", {}]);
});
