/** What is counted of requests, and what there is to count: here and at the reference, after the same. */
import { eventually } from "../../testing/eventually.ts";
import { metricSeries } from "../../testing/metric_samples.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { differingFamilies, metricFamilies } from "./metric_families.ts";
import { isLeftOut } from "./metrics_left_out.ts";
import { type Pair, type Side, SIDES, startPair } from "./servers.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MAP = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
const PATCH = { "content-type": "application/merge-patch+json" };
const DEPLOYMENT = "/apis/apps/v1/namespaces/default/deployments/x";

/** One request. */
interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly anonymous?: boolean;
}

const token = (name: string) => ({
  headers: { authorization: `Bearer ${name}` },
  anonymous: true,
});

const REQUESTS: Readonly<Record<string, Asked>> = {
  create: { method: "POST", path: MAPS, body: MAP },
  "create again": { method: "POST", path: MAPS, body: MAP },
  "create on trial": {
    method: "POST",
    path: `${MAPS}?dryRun=All`,
    body: { ...MAP, metadata: { name: "b" } },
  },
  "create what is no object": { method: "POST", path: MAPS, body: "[" },
  get: { path: `${MAPS}/a` },
  "get what is missing": { path: `${MAPS}/missing` },
  update: { method: "PUT", path: `${MAPS}/a`, body: { ...MAP, data: { x: "2" } } },
  patch: { method: "PATCH", path: `${MAPS}/a`, body: { data: { y: "3" } }, headers: PATCH },
  apply: {
    method: "PATCH",
    path: `${MAPS}/a?fieldManager=m&force=true`,
    body: MAP,
    headers: { "content-type": "application/apply-patch+yaml" },
  },
  list: { path: MAPS },
  "list all": { path: "/api/v1/configmaps" },
  "list one": { path: `${MAPS}?fieldSelector=metadata.name%3Da` },
  "list a page": { path: `${MAPS}?limit=1` },
  "list as a table": {
    path: MAPS,
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  },
  watch: { path: `${MAPS}?watch=1&timeoutSeconds=1` },
  "watch one": { path: `${MAPS}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Da` },
  "watch with a list": {
    path: `${MAPS}?watch=1&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true` +
      "&resourceVersionMatch=NotOlderThan",
  },
  "watch the old way": {
    path: "/api/v1/watch/namespaces/default/configmaps?timeoutSeconds=1",
  },
  "delete many": { method: "DELETE", path: `${MAPS}?labelSelector=x%3Dy` },
  delete: { method: "DELETE", path: `${MAPS}/a` },
  "what is deprecated": { path: "/api/v1/componentstatuses" },
  "a part of what is missing": { path: `${DEPLOYMENT}/scale` },
  "a log of nothing": { path: "/api/v1/namespaces/default/pods/x/log" },
  "a command in nothing": { method: "POST", path: "/api/v1/namespaces/default/pods/x/exec" },
  "a way to nothing": { path: "/api/v1/namespaces/default/services/x/proxy/a/b" },
  "a question": {
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: { spec: { nonResourceAttributes: { path: "/x", verb: "get" } } },
  },
  groups: { path: "/apis" },
  "resources of a group": { path: "/apis/apps/v1" },
  version: { path: "/version" },
  health: { path: "/livez?verbose" },
  flags: { path: "/flagz" },
  "what it is": { path: "/statusz" },
  "one check": { path: "/healthz/ping" },
  nowhere: { path: "/nowhere/at?all=1" },
  "no such resource": { path: "/apis/apps/v1/namespaces/default/nothings" },
  "no such group": { method: "POST", path: "/apis/nothing.example.com/v1/things", body: {} },
  "a method that it has not": { method: "PUT", path: MAPS, body: {} },
  "a method that nothing has": { method: "FOO", path: MAPS },
  "a form that it has not": { path: MAPS, headers: { accept: "text/x" } },
  "a patch of another type": {
    method: "PATCH",
    path: `${MAPS}/a`,
    body: {},
    headers: { "content-type": "text/plain" },
  },
  "a bad timeout": { path: `${MAPS}?timeout=x` },
  "a wrong token": { path: MAPS, ...token("wrong") },
  "no credentials": { path: `${MAPS}/a`, anonymous: true },
  "as somebody who may not": { path: `${MAPS}/a`, ...token("other") },
  "as somebody with a token": { path: MAPS, ...token("quiet") },
};

/** What is compared of each request, of what both count at once. */
const COUNTED = [
  "apiserver_request_total",
  "apiserver_request_duration_seconds_count",
  "apiserver_request_sli_duration_seconds_count",
  "apiserver_response_sizes_count",
  "apiserver_request_body_size_bytes_count",
  "apiserver_requested_deprecated_apis",
  "apiserver_client_certificate_expiration_seconds_count",
  "authentication_attempts",
  "authorization_attempts_total",
];

/** What the reference does for itself at any time; and the sizes of watches, which are not counted here. */
const OTHERS =
  /(success|allowed)"|openapi|\/readyz|(endpoints|endpointslices|leases|servicecidrs|ipaddresses|namespaces|services|apiservices|flowschemas)"|response_sizes.*WATCH/;

Deno.test({
  name: "metrics: requests count as they do at the reference",
  ignore: !slowTests(),
  fn: async (t) => {
    await using pair = await startPair({
      flags: ["--anonymous-auth=true", "--authorization-mode=RBAC"],
      tokens: ["quiet,quiet,1,system:masters", "other,other,2,staff"],
    });
    const anonymous = pair.http({ anonymous: true });
    for (const [name, asked] of Object.entries(REQUESTS)) {
      await t.step(name, async () => {
        const before = await bothShow(pair);
        for (const side of SIDES) await send(pair, side, asked, anonymous);
        let grown: readonly unknown[] = [];
        await eventually(`${name} counts the same`, async () => {
          const after = await bothShow(pair);
          grown = SIDES.map((side) => growth(before[side], after[side]));
          return JSON.stringify(grown[0]) === JSON.stringify(grown[1]);
        }, { limitMs: 3000 }).catch(() => assertEquals(grown[0], grown[1]));
      });
    }
    await t.step("families", async () => {
      const [ours, theirs] = await Promise.all(
        SIDES.map(async (side) => metricFamilies(await metricsOf(pair, side))),
      );
      assertEquals(differingFamilies(ours!, theirs!, (name) => isLeftOut("apiserver", name)), []);
    });
  },
});

async function send(
  pair: Pair,
  side: Side,
  { method = "GET", path, body, headers, anonymous = false }: Asked,
  client: Deno.HttpClient,
): Promise<string> {
  const { url, http } = pair.servers[side];
  const response = await fetch(url + path, {
    method,
    client: anonymous ? client : http,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return await response.text();
}

async function metricsOf(pair: Pair, side: Side): Promise<string> {
  const { url, http } = pair.servers[side];
  const response = await fetch(`${url}/metrics`, { client: http });
  return await response.text();
}

async function bothShow(pair: Pair): Promise<Record<Side, Record<string, number>>> {
  const [ours, reference] = await Promise.all(SIDES.map((side) => metricsOf(pair, side)));
  return {
    ours: metricSeries(ours!, ...COUNTED),
    reference: metricSeries(reference!, ...COUNTED),
  };
}

/** By how much each series grew, in their order. */
function growth(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after).filter(([series]) => !OTHERS.test(series))
      .map(([series, value]) => [series, value - (before[series] ?? 0)] as const)
      .filter(([, grown]) => grown !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
