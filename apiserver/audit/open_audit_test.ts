import { DIRECTLY } from "../egress/mod.ts";
import { auditEvent, auditValues } from "../../testing/audit_events.ts";
import { HttpsPeer, type PeerHandler } from "../../testing/https_peer.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { RequestContext } from "../http/context.ts";
import { openAudit } from "./open_audit.ts";
import { type AuditFlagValues, auditSettings } from "./settings.ts";

const POLICY = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n";
const ANN = { name: "ann", uid: "", groups: [], extra: {} };

function request(id: string): RequestContext {
  const info = requestInfoOf("GET", "/api/v1/pods", "");
  const { signal } = new AbortController();
  const context = new RequestContext(
    {
      method: "GET",
      path: "/api/v1/pods",
      query: "",
      headers: {},
      version: "2.0",
      peer: { address: "127.0.0.1", port: 1 },
      signal,
      sentBy() {},
      cancel() {},
      body: () => ReadableStream.from<Uint8Array>([]),
    },
    info,
    id,
    0,
  );
  context.authenticated(ANN);
  return context;
}

async function opened(
  values: Partial<AuditFlagValues>,
  body: (parts: {
    backend: ReturnType<Awaited<ReturnType<typeof openAudit>>["backend"]>;
    metrics: () => string;
  }) => Promise<void>,
) {
  const stop = new AbortController();
  const metrics = new Registry();
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/policy.yaml`, POLICY);
  try {
    const settings = auditSettings(
      auditValues({ "audit-policy-file": `${folder}/policy.yaml`, ...values }),
      "kubernetes",
    );
    const audit = await openAudit(settings, {
      dialect: "kubernetes",
      clock: systemClock,
      logger: silentLogger,
      metrics,
      signal: stop.signal,
      egress: DIRECTLY,
      random: () => 0,
    });
    await body({ backend: audit.backend(), metrics: () => metrics.render() });
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
}

async function withHook(
  handler: PeerHandler,
  values: Partial<AuditFlagValues>,
  body: (
    peer: HttpsPeer,
    parts: Parameters<Parameters<typeof opened>[1]>[0],
  ) => Promise<void>,
) {
  await using peer = await HttpsPeer.start(handler);
  const config = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(config, peer.clientConfig("/events"));
    await opened({
      "audit-webhook-config-file": config,
      "audit-webhook-initial-backoff": 1,
      ...values,
    }, (parts) => body(peer, parts));
  } finally {
    await Deno.remove(config);
  }
}

const listed = (peer: HttpsPeer) =>
  peer.requests.flatMap(({ body }) =>
    (JSON.parse(body).items as { auditID: string; stage: string }[])
      .map(({ auditID, stage }) => `${auditID} ${stage}`)
  );

Deno.test("a webhook gets lists of events, in the version that it is to get, and all of them", async () => {
  await withHook(() => ({ body: {} }), {
    "audit-webhook-version": "audit.k8s.io/v1beta1",
    "audit-webhook-batch-max-size": 3,
  }, async (peer, { backend }) => {
    for (const id of ["a", "b"]) {
      const record = await backend.begin(request(id));
      await record?.completed(200);
    }
    await backend.close?.();
    assertEquals(listed(peer), [
      "a RequestReceived",
      "a ResponseComplete",
      "b RequestReceived",
      "b ResponseComplete",
    ]);
    const [first] = peer.requests;
    assertEquals([first?.method, first?.path], ["POST", "/events?timeout=30s"]);
    const { kind, apiVersion, metadata, items } = JSON.parse(first!.body);
    assertEquals([kind, apiVersion, metadata], ["EventList", "audit.k8s.io/v1beta1", {}]);
    assertEquals([items.length, items[0].kind, items[0].apiVersion], [3, undefined, undefined]);
    assertEquals(items[0].timestamp, "1970-01-01T00:00:00Z");
  });
});

Deno.test("a webhook that fails is tried again, five times, and stops requests in the strict mode only", async () => {
  for (const mode of ["batch", "blocking", "blocking-strict"] as const) {
    await withHook(() => ({ status: 403 }), {
      "audit-webhook-mode": mode,
    }, async (peer, { backend, metrics }) => {
      const begin = async () => await backend.begin(request("a"));
      if (mode === "blocking-strict") await assertRejects(begin, /failed to store audit event/);
      else assert(await begin() !== undefined);
      await backend.close?.();
      assertEquals(peer.requests.length, 5, mode);
      assert(metrics().includes('apiserver_audit_error_total{plugin="webhook"} 1'), mode);
    });
  }
});

Deno.test("an event that is sent at the second attempt is not lost", async () => {
  let count = 0;
  await withHook(() => count++ === 0 ? undefined : { body: {} }, {
    "audit-webhook-mode": "blocking-strict",
  }, async (peer, { backend, metrics }) => {
    assert(await backend.begin(request("a")) !== undefined);
    assertEquals(listed(peer), ["a RequestReceived", "a RequestReceived"]);
    assert(!metrics().includes('error_total{plugin="webhook"}'));
    await backend.close?.();
  });
});

Deno.test("openAudit() names flag and file of what can't be used", async () => {
  const broken = await Deno.makeTempFile();
  await Deno.writeTextFile(broken, `${POLICY}\nomitStages: [x]`);
  const cases: [values: Partial<AuditFlagValues>, why: RegExp][] = [
    [{ "audit-policy-file": "/nowhere/policy" }, /--audit-policy-file.*\/nowhere\/policy/],
    [
      { "audit-policy-file": broken },
      /^--audit-policy-file: .*: omitStages\[0\]: Invalid value: "x"/,
    ],
    [{ "audit-log-path": "/proc/none/audit.log" }, /^--audit-log-path: .*can't be written to/],
    [{ "audit-log-path": "/" }, /^--audit-log-path: /],
    [{ "audit-webhook-config-file": "/nowhere/config" }, /^--audit-webhook-config-file: \/nowhere/],
  ];
  for (const [values, why] of cases) await assertRejects(() => opened(values, async () => {}), why);
  await Deno.remove(broken);
});

Deno.test("auditSettings() refuses values that mean nothing, of sinks that are on", () => {
  const cases: [values: Partial<AuditFlagValues>, why: RegExp][] = [
    [
      { "audit-log-version": "audit.k8s.io/v2" },
      /invalid --audit-log-version "audit\.k8s\.io\/v2": allowed/,
    ],
    [{ "audit-log-version": "v1" }, /invalid --audit-log-version/],
    [{ "audit-log-truncate-max-event-size": 0 }, /truncate-max-event-size 0: must be a positive/],
    [
      { "audit-log-truncate-max-batch-size": 5 },
      /must be greater than --audit-log-truncate-max-event-size/,
    ],
    [{ "audit-log-mode": "batch", "audit-log-batch-buffer-size": 0 }, /batch-buffer-size 0/],
    [{ "audit-log-mode": "batch", "audit-log-batch-max-size": -1 }, /batch-max-size -1/],
    [{ "audit-log-mode": "batch", "audit-log-batch-throttle-enable": true }, /throttle-qps 0/],
  ];
  for (const [values, why] of cases) {
    const given = auditValues({ "audit-log-path": "-", ...values });
    assertThrows(() => auditSettings(given, "kubernetes"), why);
    auditSettings({ ...given, "audit-log-path": "" }, "kubernetes");
  }
  const hook = auditValues({ "audit-webhook-batch-max-size": 0 });
  for (
    const on of [
      { "audit-webhook-config-file": "/etc/hook" },
      { "audit-dynamic-configuration": true },
    ]
  ) assertThrows(() => auditSettings({ ...hook, ...on }, "kubernetes"), /batch-max-size 0/);
  assertEquals(auditSettings(hook, "kubernetes").webhook, undefined, "it is off");
  const old = auditValues({ "audit-log-path": "-", "audit-log-version": "audit.orch.io/v1alpha1" });
  const { log, notices } = auditSettings(old, "kubernetes");
  assertEquals(log?.version, "v1alpha1");
  assertEquals(notices.length, 2, "it is deprecated, and without a policy nothing is recorded");
  assert(auditEvent("a").json("v1alpha1").includes("v1alpha1"));
});
