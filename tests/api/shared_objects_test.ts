/** Objects that two groups or versions show, each in its own way. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const CORE = "/api/v1/namespaces/default/events";
const NEW = "/apis/events.k8s.io/v1/namespaces/default/events";
const V1 = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const V2 = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";

const SAME = ({ metadata }: AnyObject) => [metadata.uid, metadata.resourceVersion];

Deno.test("events of both groups are the same objects", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const watches = [await client.watch(`${CORE}?watch=1`), await client.watch(`${NEW}?watch=1`)];
  const made = await client.post(CORE, {
    metadata: { name: "a" },
    involvedObject: { kind: "Pod", name: "p", namespace: "default" },
    reason: "Started",
    message: "it started",
    source: { component: "agent", host: "n1" },
    type: "Normal",
    count: 3,
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-02T00:00:00Z",
  });
  assertEquals(made.status, 201, made.text);
  const { json: shown } = await client.get(`${NEW}/a`);
  assertEquals(SAME(shown), SAME(made.json));
  const { metadata: _, ...rest } = shown;
  assertEquals(rest, {
    kind: "Event",
    apiVersion: "events.k8s.io/v1",
    regarding: { kind: "Pod", name: "p", namespace: "default" },
    reason: "Started",
    note: "it started",
    type: "Normal",
    eventTime: null,
    deprecatedSource: { component: "agent", host: "n1" },
    deprecatedFirstTimestamp: "2026-01-01T00:00:00Z",
    deprecatedLastTimestamp: "2026-01-02T00:00:00Z",
    deprecatedCount: 3,
  });
  const other = await client.post(NEW, {
    metadata: { name: "b" },
    eventTime: "2026-01-01T00:00:00.123456Z",
    reportingController: "controller",
    reportingInstance: "one",
    action: "Do",
    reason: "Done",
    regarding: { kind: "Pod", name: "q", namespace: "default" },
    note: "it is done",
    type: "Normal",
  });
  assertEquals(other.status, 201, other.text);
  const { json: core } = await client.get(`${CORE}/b`);
  assertEquals(SAME(core), SAME(other.json));
  assertEquals([core.apiVersion, core.message, core.reportingComponent, core.involvedObject.name], [
    "v1",
    "it is done",
    "controller",
    "q",
  ]);
  const fixed = await client.patch(`${NEW}/a`, "merge", { note: "changed" });
  assertEquals(fixed.status, 422, "what an event of the newer group says stays said");
  const patched = await client.patch(`${CORE}/a`, "merge", { message: "changed" });
  assertEquals([patched.status, patched.json.message], [200, "changed"]);
  assertEquals((await client.get(`${NEW}/a`)).json.note, "changed");
  await client.delete(`${CORE}/b`);
  for (const [index, watch] of watches.entries()) {
    const events = await watch.take(
      4,
      ({ type, object }) =>
        `${type} ${object.metadata.name} ${object.apiVersion} ${object.message ?? object.note}`,
    );
    const version = index === 0 ? "v1" : "events.k8s.io/v1";
    assertEquals(events, [
      `ADDED a ${version} it started`,
      `ADDED b ${version} it is done`,
      `MODIFIED a ${version} changed`,
      `DELETED b ${version} it is done`,
    ]);
  }
  for (const [path, selector] of [[CORE, "involvedObject.name=p"], [NEW, "regarding.name=p"]]) {
    const { status, json } = await client.get(
      `${path}?fieldSelector=${encodeURIComponent(selector!)}`,
    );
    assertEquals([status, json.items?.length], [200, 1], selector);
  }
  for (
    const [path, field] of [
      [CORE, "regarding.name"],
      [NEW, "involvedObject.name"],
      [NEW, "source"],
      [NEW, "deprecatedSource"],
    ]
  ) {
    assertEquals((await client.get(`${path}?fieldSelector=${field}%3Dp`)).status, 400, path);
  }
  const list = (await client.get(NEW)).json;
  assertEquals([list.kind, list.apiVersion, list.items.length], [
    "EventList",
    "events.k8s.io/v1",
    1,
  ]);
  assertEquals(list.items[0].kind, undefined);
  const page = (await client.get(`${NEW}?limit=1`)).json;
  assertEquals(page.items[0].note, "changed");
  const accept = "application/vnd.kubernetes.protobuf";
  assertEquals((await client.get(`${NEW}/a`, { accept })).status, 200);
});

Deno.test("autoscalers of both versions are the same objects, and lose nothing", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const target = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };
  const made = await client.post(V1, {
    metadata: { name: "a" },
    spec: { scaleTargetRef: target, maxReplicas: 5, targetCPUUtilizationPercentage: 70 },
  });
  assertEquals(made.status, 201, made.text);
  const { json: shown } = await client.get(`${V2}/a`);
  assertEquals(SAME(shown), SAME(made.json));
  assertEquals(shown.spec.metrics, [{
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } },
  }]);
  const memory = {
    type: "Resource",
    resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
  };
  const cpu = shown.spec.metrics[0];
  const changed = await client.patch(`${V2}/a`, "merge", { spec: { metrics: [cpu, memory] } });
  assertEquals(changed.status, 200, changed.text);
  const { json: old } = await client.get(`${V1}/a`);
  assertEquals(old.spec.targetCPUUtilizationPercentage, 70);
  const annotation = old.metadata.annotations["autoscaling.alpha.kubernetes.io/metrics"];
  assertEquals(JSON.parse(annotation).length, 1);
  // A client of the old version that writes back what it read loses nothing of the new; what has a field there is last.
  const back = await client.put(`${V1}/a`, old);
  assertEquals(back.status, 200, back.text);
  assertEquals((await client.get(`${V2}/a`)).json.spec, {
    ...changed.json.spec,
    metrics: [memory, cpu],
  });
  const more = await client.patch(`${V1}/a`, "merge", {
    spec: { targetCPUUtilizationPercentage: 50 },
  });
  assertEquals(more.status, 200, more.text);
  const { json: now } = await client.get(`${V2}/a`);
  assertEquals(now.spec.metrics[0], memory);
  assertEquals(now.spec.metrics[1].resource.target.averageUtilization, 50);
  assertEquals(now.metadata.annotations, undefined);
  assert(Number(now.metadata.resourceVersion) > Number(changed.json.metadata.resourceVersion));
  const applied = await client.patch(`${V2}/b?fieldManager=m`, "apply", {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "b" },
    spec: { scaleTargetRef: target, maxReplicas: 3, metrics: [memory] },
  });
  assertEquals(applied.status, 201, applied.text);
  const status = await client.patch(`${V1}/b/status`, "merge", {
    status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 10 },
  });
  assertEquals(status.status, 200, status.text);
  const { json: b } = await client.get(`${V2}/b`);
  assertEquals([b.status.desiredReplicas, b.status.currentMetrics[0].resource.current], [2, {
    averageUtilization: 10,
  }]);
  assertEquals(b.spec.metrics, [memory]);
});
