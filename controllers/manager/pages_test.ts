import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { shownFlags } from "../../toolkit/flags/shown_flags.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { HttpRequest, HttpResponse } from "../../toolkit/serving/mod.ts";
import { controllerManagerFlags } from "../flags/mod.ts";
import { configurationOf } from "./configuration.ts";
import { pages } from "../../toolkit/pages/mod.ts";

const { values } = parseFlags(controllerManagerFlags, ["--kube-api-qps=7"]);

/** Asks the same pages as often as it is called. */
function pagesOf(checks: readonly HealthCheck[], profiling = true) {
  const handler = pages({
    component: {
      name: "manager",
      flags: shownFlags(controllerManagerFlags, values, "kubernetes"),
    },
    checks,
    metrics: new Registry(),
    dialect: "kubernetes",
    configuration: configurationOf(values, "kubernetes"),
    profiling,
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const { signal } = new AbortController();
  return async (path: string, method = "GET"): Promise<HttpResponse> => {
    const [bare = "", query = ""] = path.split("?");
    return await handler(
      { method, path: bare, query, headers: {}, signal } as unknown as HttpRequest,
    );
  };
}

async function ask(
  path: string,
  { method = "GET", profiling = true, checks = CHECKS }: {
    method?: string;
    profiling?: boolean;
    checks?: readonly HealthCheck[];
  } = {},
): Promise<HttpResponse> {
  return await pagesOf(checks, profiling)(path, method);
}

const CHECKS: readonly HealthCheck[] = [
  { name: "leaderElection", check() {} },
  { name: "namespace-controller", check() {} },
  {
    name: "controllers",
    readinessOnly: true,
    check: () => {
      throw new Error("a secret reason");
    },
  },
];

Deno.test("pages() shows health, metrics and configuration, and nothing else", async () => {
  const cases: [path: string, status: number, body?: RegExp | string][] = [
    ["/healthz", 200, "ok"],
    ["/livez", 200, "ok"],
    ["/healthz?verbose", 200, /^\[\+\]leaderElection ok\n\[\+\]namespace-controller ok\nhealthz/],
    ["/healthz/namespace-controller", 200, "ok"],
    ["/healthz/controllers", 404],
    ["/healthz/no-such-controller", 404],
    ["/readyz", 500, /\[-\]controllers failed: reason withheld/],
    ["/readyz?exclude=controllers", 200, "ok"],
    ["/readyz/controllers", 500],
    ["/metrics", 200, /^# HELP /],
    ["/metrics/slis", 200, /^# HELP /],
    ["/configz", 200, /^\{"kubecontrollermanager.config.k8s.io":/],
    ["/flagz", 200, /^manager flagz\n(?:.*\n)+kube-api-qps: 7\n/],
    ["/statusz", 200, /^Paths: \/configz \/flagz \/healthz \/livez \/metrics \/readyz \/statusz$/m],
    ["/debug/pprof", 302],
    ["/debug/pprof/", 200],
    ["/debug/pprof/cmdline", 200, ""],
    ["/debug/flags", 404],
    ["/debug/controllers/x", 404],
    ["/", 404],
    ["/healthz%2f", 404],
  ];
  for (const [path, status, body] of cases) {
    const answer = await ask(path);
    assertEquals(answer.status, status, path);
    const text = String(answer.body ?? "");
    assert(!text.includes("secret"), path);
    if (typeof body === "string") assertEquals(text, body, path);
    else if (body !== undefined) assert(body.test(text), `${path}: ${text}`);
  }
});

Deno.test("pages() count what checks of health came to, but for those that are left out or asked alone", async () => {
  const answer = pagesOf(CHECKS);
  await answer("/readyz");
  await answer("/readyz");
  await answer("/livez?exclude=leaderElection");
  await answer("/healthz/leaderElection");
  const lines = String((await answer("/metrics/slis")).body).split("\n");
  assertEquals(lines.filter((line) => line.startsWith("kubernetes_")), [
    'kubernetes_healthcheck{name="leaderElection",type="readyz"} 1',
    'kubernetes_healthcheck{name="namespace-controller",type="readyz"} 1',
    'kubernetes_healthcheck{name="controllers",type="readyz"} 0',
    'kubernetes_healthcheck{name="namespace-controller",type="livez"} 1',
    'kubernetes_healthchecks_total{name="leaderElection",type="readyz",status="success"} 2',
    'kubernetes_healthchecks_total{name="namespace-controller",type="readyz",status="success"} 2',
    'kubernetes_healthchecks_total{name="controllers",type="readyz",status="error"} 2',
    'kubernetes_healthchecks_total{name="namespace-controller",type="livez",status="success"} 1',
  ]);
});

Deno.test("pages() takes GET and HEAD only, and shows profiles only where it is told to", async () => {
  for (const path of ["/healthz", "/metrics", "/configz", "/other"]) {
    assertEquals((await ask(path, { method: "POST" })).status, 405, path);
    assert((await ask(path, { method: "HEAD" })).status !== 405, path);
  }
  assertEquals((await ask("/debug/pprof/heap", { profiling: false })).status, 404);
});

Deno.test("configurationOf() tells what the flags came to", async () => {
  const told = JSON.parse(String((await ask("/configz")).body));
  const { Generic } = told["kubecontrollermanager.config.k8s.io"];
  assertEquals(
    [Generic.Port, Generic.MinResyncPeriod, Generic.ClientConnection.qps, Generic.Controllers],
    [10257, "12h0m0s", 7, ["*"]],
  );
  assertEquals(Generic.LeaderElection.leaseDuration, "15s");
  const { NodeIPAMController, PersistentVolumeBinderController, CSRSigningController } =
    told["kubecontrollermanager.config.k8s.io"];
  assertEquals([NodeIPAMController.ServiceCIDR, NodeIPAMController.SecondaryServiceCIDR], ["", ""]);
  assertEquals(CSRSigningController.ClusterSigningDuration, "8760h0m0s");
  assertEquals(
    PersistentVolumeBinderController.VolumeConfiguration.EnableDynamicProvisioning,
    true,
  );
  assert("orchcontrollermanager.config.orch.io" in configurationOf(values, "orch"));
});
