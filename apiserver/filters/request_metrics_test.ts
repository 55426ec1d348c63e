import { metricSeries } from "../../testing/metric_samples.ts";
import { testRequest } from "../../testing/request_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Reached, RequestContext } from "../http/context.ts";
import { declareRequestMetrics } from "./request_metrics.ts";

const RESOURCE: Reached = { is: "resource", isDeprecated: false };
const MAPS = "/api/v1/namespaces/default/configmaps";

interface Case {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: a resource. */
  readonly reached?: Reached | undefined;
  /** Default 200. */
  readonly status?: number;
  readonly isGivenUp?: boolean;
  /** `verb scope dryRun` and, of another resource than config maps, `group/resource/subresource`. */
  readonly counted: string | undefined;
}

const CASES: Readonly<Record<string, Case>> = {
  get: { path: `${MAPS}/a`, counted: "GET resource" },
  "the head of one": { method: "HEAD", path: `${MAPS}/a`, counted: "GET resource" },
  list: { path: MAPS, counted: "LIST namespace" },
  "list of all namespaces": { path: "/api/v1/configmaps", counted: "LIST cluster" },
  "list of one by its name": {
    path: `${MAPS}?fieldSelector=metadata.name%3Da`,
    counted: "LIST namespace",
  },
  create: { method: "POST", path: MAPS, counted: "POST resource" },
  update: { method: "PUT", path: `${MAPS}/a`, counted: "PUT resource" },
  patch: { method: "PATCH", path: `${MAPS}/a`, counted: "PATCH resource" },
  apply: {
    method: "PATCH",
    path: `${MAPS}/a`,
    headers: { "content-type": "application/apply-patch+yaml" },
    counted: "APPLY resource",
  },
  delete: { method: "DELETE", path: `${MAPS}/a`, counted: "DELETE resource" },
  "delete of many": { method: "DELETE", path: MAPS, counted: "DELETE namespace" },
  watch: { path: `${MAPS}?watch=1`, counted: "WATCH namespace" },
  "watch of old": {
    path: "/api/v1/watch/namespaces/default/configmaps",
    counted: "WATCH namespace",
  },
  "watch of old of one": {
    path: "/api/v1/watch/namespaces/default/configmaps/a",
    counted: "WATCH resource",
  },
  "dry run": { method: "POST", path: `${MAPS}?dryRun=All`, counted: "POST resource All" },
  "dry run said twice": {
    method: "POST",
    path: `${MAPS}?dryRun=All&dryRun=All`,
    counted: "POST resource All",
  },
  "dry run that there is none of": {
    method: "POST",
    path: `${MAPS}?dryRun=Some`,
    status: 422,
    counted: "POST resource invalid",
  },
  "a part of an object": {
    path: "/apis/apps/v1/namespaces/default/deployments/a/scale",
    counted: "GET resource  apps/deployments/scale",
  },
  "a connection": {
    path: "/api/v1/namespaces/default/pods/a/log",
    counted: "CONNECT resource  /pods/log",
  },
  "not found": { path: `${MAPS}/a`, status: 404, counted: "GET resource" },
  "a method that the resource has not": {
    method: "PUT",
    path: MAPS,
    status: 405,
    counted: undefined,
  },
  "a form that nothing has": { path: MAPS, status: 406, counted: undefined },
  "what nobody has": { path: MAPS, reached: undefined, status: 404, counted: undefined },
  "one that may not": { path: MAPS, reached: undefined, status: 403, counted: undefined },
  "one of too many": {
    path: MAPS,
    reached: undefined,
    status: 429,
    isGivenUp: true,
    counted: "LIST namespace",
  },
  health: {
    path: "/readyz",
    reached: { is: "page", resource: "", subresource: "/readyz" },
    counted: "GET   ///readyz",
  },
};

function contextOf({ method = "GET", path, headers = {}, ...more }: Case): RequestContext {
  const context = testRequest({ method, path });
  Object.assign(context.request.headers, headers);
  context.reached = "reached" in more ? more.reached : RESOURCE;
  context.isGivenUp = more.isGivenUp ?? false;
  return context;
}

/** The labels of the one series that `apiserver_request_total` has, as cases write them. */
function countedAs(registry: Registry): string | undefined {
  const [series, ...others] = Object.keys(metricSeries(registry, "apiserver_request_total"));
  assertEquals(others, []);
  if (series === undefined) return undefined;
  const labels = Object.fromEntries(
    [...series.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { verb, scope, dry_run, group, resource, subresource } = labels;
  const about = resource === "configmaps" ? "" : `${group}/${resource}/${subresource}`;
  return `${verb} ${scope} ${dry_run} ${about}`.trimEnd();
}

for (const [name, one] of Object.entries(CASES)) {
  Deno.test(`what requests are counted under: ${name}`, () => {
    const registry = new Registry();
    const metrics = declareRequestMetrics(registry);
    metrics.ended(contextOf(one), { status: one.status ?? 200, bytes: 1, tookMs: 1 });
    assertEquals(countedAs(registry), one.counted);
  });
}

Deno.test("the time for which others are to blame is no fault of the server's", () => {
  const registry = new Registry();
  const metrics = declareRequestMetrics(registry);
  const context = contextOf({ path: MAPS, counted: "" });
  context.waitedMs = 300;
  context.webhookMs = 500;
  metrics.ended(context, { status: 200, bytes: 12_345, tookMs: 1000 });
  const sums = Object.entries(metricSeries(registry, "apiserver_")).filter(([name]) =>
    name.includes("_sum{")
  );
  assertEquals(Object.fromEntries(sums.map(([name, sum]) => [name.split("{")[0], sum])), {
    apiserver_request_duration_seconds_sum: 1,
    apiserver_request_sli_duration_seconds_sum: 0.2,
    apiserver_response_sizes_sum: 12_345,
  });
});

Deno.test("requests that were given up are counted by why, however many kinds are made up", () => {
  const registry = new Registry();
  const metrics = declareRequestMetrics(registry);
  const made = 2500;
  for (let number = 0; number < made; number++) {
    const path = `/apis/made.example.com/v1/things${number}`;
    const context = contextOf({ path, reached: undefined, isGivenUp: true, counted: "" });
    metrics.ended(context, { status: 429, bytes: 0, tookMs: 0 });
  }
  for (const name of ["apiserver_request_total", "apiserver_request_terminations_total"]) {
    const series = metricSeries(registry, name);
    assertEquals(Object.keys(series).length, 2001, name);
    const nowhere = Object.entries(series).find(([one]) => one.includes(',resource=""'))!;
    assertEquals(nowhere[1], 500, name);
  }
});

Deno.test("what is deprecated, and how large bodies are, is told besides", () => {
  const registry = new Registry();
  const metrics = declareRequestMetrics(registry);
  const context = testRequest({ path: "/api/v1/namespaces/a/endpoints" });
  context.reached = { is: "resource", isDeprecated: true };
  context.bodyBytes = 70_000;
  for (let time = 0; time < 2; time++) {
    metrics.ended(context, { status: 200, bytes: 1, tookMs: 1 });
  }
  assertEquals(metricSeries(registry, "apiserver_requested_deprecated"), {
    [
      `apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",` +
      `subresource="",version="v1"}`
    ]: 1,
  });
  assertEquals(metricSeries(registry, "apiserver_request_body_size_bytes_sum"), {
    'apiserver_request_body_size_bytes_sum{group="",resource="endpoints",verb="list"}': 140_000,
  });
});
