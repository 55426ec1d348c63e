import { FakeClock, systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { guarded } from "../../toolkit/delegation/mod.ts";
import type { AccessQuestion } from "../../toolkit/delegation/mod.ts";
import { ABSENT } from "../../toolkit/authentication/authenticator.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Handler, HttpRequest } from "../../toolkit/serving/mod.ts";
import type { NodePlace, PodPlace } from "../places.ts";
import { UsageStore } from "../usage/usage_store.ts";
import { metricsApi, metricsQuestion } from "./metrics_api.ts";
import { printBytes, printCores } from "./printed_usage.ts";

const NOW = Date.parse("2026-02-03T04:05:06Z");
const API = "/apis/metrics.k8s.io/v1beta1";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

const NODES: readonly NodePlace[] = ["one", "two", "silent"].map((name) => ({
  name,
  uid: name,
  labels: name === "two" ? { zone: "b" } : { zone: "a" },
  addresses: new Map(),
  port: 0,
  path: "/metrics/resource",
}));

function pod(namespace: string, name: string, containers = ["c"]): PodPlace {
  const labels = { app: name };
  const key = `${namespace}/${name}`;
  return { key, name, namespace, uid: key, labels, node: "one", containers };
}

const PODS = [
  pod("shop", "web", ["c", "d"]),
  pod("shop", "db"),
  pod("other", "web"),
  pod("new", "x"),
];

/** Nodes that use half a core and 64 MiB, and containers that use a quarter and 1000 bytes. */
function storeWith(pods: readonly PodPlace[]): UsageStore {
  const store = new UsageStore(60_000);
  for (const atMs of [NOW - 20_000, NOW - 5_000]) {
    const sample = (share: number, memoryBytes: number) => {
      return { cpuSeconds: (atMs - NOW + 20_000) / 1000 * share, atMs, memoryBytes, startedMs: 0 };
    };
    const reading = {
      node: sample(0.5, 64 * 2 ** 20),
      pods: new Map(pods.map(({ key, containers }) => [
        key,
        new Map(containers.map((name) => [name, sample(0.25, 1000)])),
      ])),
    };
    for (const node of NODES.slice(0, 2)) {
      store.take(node, pods.filter((one) => one.node === node.name), reading, atMs);
    }
  }
  return store;
}

function apiOf(pods: readonly PodPlace[] = PODS): Handler {
  const known = pods.filter(({ namespace }) => namespace !== "new");
  return metricsApi({
    places: {
      nodes: () => NODES,
      node: (name) => NODES.find((one) => one.name === name),
      pods: (namespace) => pods.filter((one) => namespace === "" || one.namespace === namespace),
      pod: (namespace, name) => pods.find(({ key }) => key === `${namespace}/${name}`),
    },
    store: storeWith(known),
    names: NAMES.kubernetes,
    clock: new FakeClock(NOW),
  }, () => ({ status: 404, body: "others" }));
}

function requestOf(target: string, accept?: string, method = "GET"): HttpRequest {
  const [path = "", query = ""] = target.split("?");
  const { signal } = new AbortController();
  return {
    method,
    path,
    query,
    headers: accept ? { accept } : {},
    signal,
  } as unknown as HttpRequest;
}

async function textOf(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  let text = "";
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(piece);
  }
  return text;
}

async function ask(target: string, accept?: string, method?: string, api = apiOf()) {
  const { status, body } = await api(requestOf(target, accept, method));
  const text = await textOf(body);
  return { status, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
}

/** What permission a request needs. */
const QUESTIONS: readonly (readonly [method: string, target: string, asked: string])[] = [
  ["GET", `${API}/nodes`, "list nodes"],
  ["HEAD", `${API}/nodes/one`, "get nodes one"],
  ["GET", `${API}/pods`, "list pods"],
  ["GET", `${API}/pods?watch=true`, "watch pods"],
  ["GET", `${API}/pods?watch=0`, "list pods"],
  ["GET", `${API}/namespaces/shop/pods`, "list pods in shop"],
  ["GET", `${API}/namespaces/shop/pods/web`, "get pods in shop web"],
  ["GET", `${API}/namespaces/sh%6Fp/pods/we%62`, "get pods in shop web"],
  ["POST", `${API}/namespaces/shop/pods`, "create pods in shop"],
  ["DELETE", `${API}/nodes`, "deletecollection nodes"],
  ["DELETE", `${API}/nodes/one`, "delete nodes one"],
  ["BREW", `${API}/nodes`, " nodes"],
  ["GET", API, `get ${API}`],
  ["GET", `${API}/`, `get ${API}/`],
  ["GET", `${API}/pods/`, `get ${API}/pods/`],
  ["GET", `${API}/pods/web`, `get ${API}/pods/web`],
  ["GET", `${API}//pods`, `get ${API}//pods`],
  ["GET", `${API}/namespaces/shop/nodes`, `get ${API}/namespaces/shop/nodes`],
  ["GET", `${API}/namespaces//pods`, `get ${API}/namespaces//pods`],
  ["GET", `${API}/namespaces/shop/pods/%ff`, `get ${API}/namespaces/shop/pods/%ff`],
  ["GET", `${API}/namespaces/shop/pods/web/log`, `get ${API}/namespaces/shop/pods/web/log`],
  ["GET", "/apis/metrics.orch.io/v1beta1/nodes", "get /apis/metrics.orch.io/v1beta1/nodes"],
  ["POST", "/metrics", "post /metrics"],
];

function said({ verb, path, resource }: Omit<AccessQuestion, "user">): string {
  if (resource === undefined) return `${verb} ${path}`;
  const { group, version, namespace, name } = resource;
  assertEquals([group, version], ["metrics.k8s.io", "v1beta1"]);
  return [verb, resource.resource, namespace && `in ${namespace}`, name].filter((text, at) =>
    at === 0 || text
  ).join(" ");
}

Deno.test("metricsQuestion() says what permission a request needs", () => {
  const question = metricsQuestion(NAMES.kubernetes);
  for (const [method, target, expected] of QUESTIONS) {
    assertEquals(said(question(requestOf(target, undefined, method))), expected, target);
  }
});

Deno.test("who may do nothing is told nothing of what anybody uses", async () => {
  const asked: string[] = [];
  const handler = guarded({
    authenticator: { authenticate: () => ABSENT },
    authorizer: {
      authorize(question) {
        asked.push(said(question));
        return { decision: "no opinion", reason: "" };
      },
    },
    logger: silentLogger,
    clock: systemClock,
    metrics: new Registry(),
    question: metricsQuestion(NAMES.kubernetes),
  }, apiOf());
  for (const [method, target, expected] of QUESTIONS) {
    const { status, body } = await handler(requestOf(target, undefined, method));
    assertEquals([status, asked.pop()], [403, expected]);
    assert(String(body).includes("system:anonymous") && !String(body).includes("usage"));
  }
});

const REFUSED: readonly (readonly [
  target: string,
  code: number,
  message: RegExp,
  accept?: string | undefined,
  method?: string,
])[] = [
  [`${API}/nodes/none`, 404, /^nodemetrics.metrics.k8s.io "none" not found$/],
  [`${API}/nodes/silent`, 404, /"silent" not found/],
  [`${API}/namespaces/shop/pods/none`, 404, /^podmetrics.metrics.k8s.io "shop\/none" not found$/],
  [`${API}/namespaces/new/pods/x`, 404, /"new\/x" not found/],
  [`${API}/namespaces/shop/pods/__proto__`, 404, /not found/],
  [`${API}/nodes?watch=true`, 405, /watch is not supported/],
  [`${API}/nodes`, 405, /create is not supported/, undefined, "POST"],
  [`${API}/nodes`, 405, /not supported/, undefined, "BREW"],
  [`${API}/nodes`, 406, /application\/json/, "application/vnd.kubernetes.protobuf"],
  [`${API}/nodes`, 406, /application\/json/, "application/json;q=0"],
  [`${API}/nodes`, 406, /application\/json/, "application/json;as=Table;v=v2;g=meta.k8s.io"],
  [`${API}/nodes?labelSelector=a%3D%3D%3Db`, 400, /./],
  [`${API}/nodes?fieldSelector=metadata.name`, 400, /invalid selector/],
  [
    `${API}/nodes?fieldSelector=metadata.namespace%3Da`,
    400,
    /^field label not supported: metadata.namespace$/,
  ],
  [
    `${API}/pods?fieldSelector=spec.nodeName%3Da`,
    400,
    /^field label not supported: spec.nodeName$/,
  ],
  [`${API}/nodes?includeObject=All`, 400, /includeObject is "All"/, TABLE],
];

Deno.test("the metrics API refuses what it can't answer, and says why", async () => {
  for (const [target, code, message, accept, method] of REFUSED) {
    const { status, json } = await ask(target, accept, method);
    assertEquals([status, json.kind, json.code], [code, "Status", code], target);
    assert(message.test(json.message), `${target}: ${json.message}`);
  }
  assertEquals((await ask("/elsewhere")).text, "others");
  assertEquals((await ask(API, undefined, "POST")).text, "others");
});

Deno.test("the metrics API tells what nodes use", async () => {
  const { status, json } = await ask(`${API}/nodes/one`);
  assertEquals(status, 200);
  assertEquals(json, {
    kind: "NodeMetrics",
    apiVersion: "metrics.k8s.io/v1beta1",
    metadata: { name: "one", creationTimestamp: "2026-02-03T04:05:06Z", labels: { zone: "a" } },
    timestamp: "2026-02-03T04:05:01Z",
    window: "15s",
    usage: { cpu: "500m", memory: "64Mi" },
  });
  const list = (await ask(`${API}/nodes`)).json;
  assertEquals([list.kind, list.apiVersion], ["NodeMetricsList", "metrics.k8s.io/v1beta1"]);
  assertEquals(list.items[0], json);
});

const SELECTED: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["/nodes", ["one", "two"]],
  ["/nodes?labelSelector=zone%3Db", ["two"]],
  ["/nodes?labelSelector=zone%20in%20(a,b)&fieldSelector=metadata.name!%3Done", ["two"]],
  ["/pods", ["other/web", "shop/db", "shop/web"]],
  ["/pods?limit=1", ["other/web", "shop/db", "shop/web"]],
  ["/pods?labelSelector=app%3Dweb", ["other/web", "shop/web"]],
  ["/pods?fieldSelector=metadata.name%3Dweb,metadata.namespace%3Dshop", ["shop/web"]],
  ["/namespaces/shop/pods", ["shop/db", "shop/web"]],
  ["/namespaces/shop/pods?labelSelector=app%3Dnone", []],
  ["/namespaces/none/pods", []],
  ["/namespaces/new/pods", []],
];

Deno.test("the metrics API tells of those that are selected, by their names", async () => {
  for (const [target, expected] of SELECTED) {
    const { items } = (await ask(`${API}${target}`)).json;
    const names = items.map(({ metadata: { namespace, name } }: typeof items[0]) =>
      namespace === undefined ? name : `${namespace}/${name}`
    );
    assertEquals(names, expected, target);
  }
});

Deno.test("the metrics API tells what each container of a pod uses", async () => {
  const { json } = await ask(`${API}/namespaces/shop/pods/web`, "application/*");
  assertEquals([json.kind, json.metadata.namespace, json.window], ["PodMetrics", "shop", "15s"]);
  const usage = { cpu: "250m", memory: "1000" };
  assertEquals(json.containers, [{ name: "c", usage }, { name: "d", usage }]);
});

Deno.test("the metrics API makes tables for who asks for them", async () => {
  const { json } = await ask(`${API}/namespaces/shop/pods`, TABLE);
  assertEquals([json.kind, json.apiVersion], ["Table", "meta.k8s.io/v1"]);
  assertEquals(json.columnDefinitions.map(({ name }: { name: string }) => name), [
    "Name",
    "cpu",
    "memory",
    "window",
  ]);
  assertEquals(json.rows.map(({ cells }: { cells: string[] }) => cells), [
    ["db", "250m", "1000", "15s"],
    ["web", "500m", "2000", "15s"],
  ]);
  assertEquals(json.rows[0].object.kind, "PartialObjectMetadata");
  const whole = (await ask(`${API}/nodes/one?includeObject=Object`, TABLE)).json;
  assertEquals([whole.rows.length, whole.rows[0].object.kind], [1, "NodeMetrics"]);
  const bare = (await ask(`${API}/nodes?includeObject=None`, TABLE)).json;
  assertEquals(bare.rows.map((row: object) => Object.keys(row).join()), ["cells", "cells"]);
});

Deno.test("the metrics API answers with a long list in pieces", async () => {
  const many = Array.from({ length: 1801 }, (_, at) => pod(at < 700 ? "new" : "n", `p${at}`));
  const { json } = await ask(`${API}/pods`, undefined, undefined, apiOf(many));
  assertEquals([json.items.length, json.items[0].metadata.name], [1101, "p700"]);
  const none = await ask(`${API}/namespaces/new/pods`, undefined, undefined, apiOf(many));
  assertEquals(none.json.items, []);
});

Deno.test("the metrics API says what it serves, and describes it", async () => {
  const names = async (path: string) => (await ask(path)).json;
  assertEquals((await names("/apis")).groups[0].preferredVersion.version, "v1beta1");
  assertEquals((await names("/apis/metrics.k8s.io")).name, "metrics.k8s.io");
  const { resources } = await names(`${API}/`);
  assertEquals(
    resources.map(({ name, kind, namespaced, verbs }: typeof resources[0]) =>
      [name, kind, namespaced, ...verbs].join(" ")
    ),
    ["nodes NodeMetrics false get list", "pods PodMetrics true get list"],
  );
  const { serverRelativeURL } = (await names("/openapi/v3")).paths[API.slice(1)];
  const { components, paths } = await names(serverRelativeURL);
  assert("io.k8s.metrics.pkg.apis.metrics.v1beta1.PodMetrics" in components.schemas);
  assert(`${API}/namespaces/{namespace}/pods/{name}` in paths);
  assertEquals(paths[`${API}/nodes`].parameters, undefined);
  assertEquals((await names("/openapi/v2")).swagger, "2.0");
});

Deno.test("amounts are printed as quantities in their canonical form", () => {
  const cores: [number, string][] = [
    [0, "0"],
    [1, "1"],
    [0.25, "250m"],
    [1.5, "1500m"],
    [0.0000015, "1500n"],
    [0.000002, "2u"],
    [1e-10, "0"],
    [999_999, "999999"],
  ];
  for (const [amount, text] of cores) assertEquals(printCores(amount), text);
  const bytes: [number, string][] = [
    [0, "0"],
    [1, "1"],
    [1000, "1000"],
    [1024, "1Ki"],
    [1536 * 1024, "1536Ki"],
    [2 ** 40, "1Ti"],
    [2 ** 53 - 2048, "8796093022206Ki"],
  ];
  for (const [amount, text] of bytes) assertEquals(printBytes(amount), text);
});
