/**
 * The operator of Prometheus: large definitions, stateful sets with claims, secrets that are made of what monitors select,
 * statuses that follow.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Kubectl, type Operator } from "./operator.ts";

const GROUP = "monitoring.coreos.com";

const prometheus = (replicas: number) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "Prometheus",
  metadata: { name: "main" },
  spec: {
    replicas,
    serviceMonitorSelector: { matchLabels: { team: "web" } },
    ruleSelector: {},
    resources: { requests: { memory: "400Mi" } },
  },
});

const monitor = (name: string, team: string) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "ServiceMonitor",
  metadata: { name, labels: { team } },
  spec: { selector: { matchLabels: { app: name } }, endpoints: [{ port: "metrics" }] },
});

const rule = (expression: string) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "PrometheusRule",
  metadata: { name: "rules" },
  spec: {
    groups: [{ name: "up", rules: [{ alert: "Down", expr: expression, for: "5m" }] }],
  },
});

const SERVICE = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", labels: { app: "web" } },
  spec: { selector: { app: "web" }, ports: [{ name: "metrics", port: 80 }] },
};

/** The operator of Prometheus. */
export const PROMETHEUS: Operator = {
  module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
  isRequired: true,
  manifests: (_, folder) => Deno.readTextFile(`${folder}/bundle.yaml`),
  namespace: "default",
  programs: [{
    path: "./cmd/operator",
    account: "prometheus-operator",
    flags: () =>
      Promise.resolve([
        `--web.listen-address=127.0.0.1:${freePort()}`,
        "--namespaces=default",
      ]),
  }],
  async use(kubectl) {
    await kubectl("create -f -", SERVICE);
    await kubectl("create -f -", monitor("web", "web"));
    await kubectl("create -f -", monitor("other", "other"));
    await kubectl("create -f -", rule("up == 0"));
    await kubectl("create -f -", prometheus(2));
    await kubectl(
      "wait --for=jsonpath={.status.availableReplicas}=2 prometheus/main --timeout=60s",
    );
    await kubectl("wait --for=condition=Available prometheus/main --timeout=60s");
    await kubectl("wait --for=condition=Reconciled prometheus/main --timeout=60s");
    assertEquals(
      await kubectl("get statefulset prometheus-main -o jsonpath={.status.readyReplicas}"),
      "2",
    );
    const configuration = await scrapes(kubectl);
    assert(configuration.includes("job_name: serviceMonitor/default/web/0"), configuration);
    assert(!configuration.includes("default/other"), configuration);
    assert((await rules(kubectl)).includes("up == 0"));

    // What it is made of changes, and so does what is made of it.
    await kubectl("apply --server-side --force-conflicts -f -", rule("up == 1"));
    await kubectl("label servicemonitor/other team=web --overwrite");
    await eventually("what is scraped and the rules follow", async () => {
      const both = await scrapes(kubectl);
      return both.includes("default/other") && (await rules(kubectl)).includes("up == 1");
    });
    await kubectl(`patch prometheus/main --type=merge -p {"spec":{"replicas":3}}`);
    await kubectl(
      "wait --for=jsonpath={.status.availableReplicas}=3 prometheus/main --timeout=60s",
    );
    const refused = await kubectl("create -f -", {
      ...prometheus(1),
      metadata: { name: "wrong" },
      spec: { scrapeInterval: "often", containers: [CONTAINER] },
    }).catch((error: Error) => error.message);
    assert(refused.includes("spec.scrapeInterval in body should match"), refused);

    await kubectl("delete prometheus/main --cascade=foreground --wait");
    assertEquals(await kubectl("get statefulsets -o name"), "");
  },
};

/** What Prometheus is told to scrape, which is in a secret, compressed. */
async function scrapes(kubectl: Kubectl): Promise<string> {
  const data = await kubectl(
    "get secret prometheus-main -o jsonpath={.data.prometheus\\.yaml\\.gz}",
  );
  const bytes = Uint8Array.fromBase64(data);
  return await new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
  ).text();
}

async function rules(kubectl: Kubectl): Promise<string> {
  return await kubectl("get configmap prometheus-main-rulefiles-0 -o jsonpath={.data}");
}
