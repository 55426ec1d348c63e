/**
 * Kueue: jobs that wait for their turn, and that others of more weight send back to wait.
 *
 * @module
 */

import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Operator } from "./operator.ts";

const API = "kueue.x-k8s.io/v1beta1";

const FLAVOR = { apiVersion: API, kind: "ResourceFlavor", metadata: { name: "plain" }, spec: {} };

/** What jobs may use together. */
const TEAM = {
  apiVersion: API,
  kind: "ClusterQueue",
  metadata: { name: "team" },
  spec: {
    namespaceSelector: {},
    preemption: { withinClusterQueue: "LowerPriority" },
    resourceGroups: [{
      coveredResources: ["cpu"],
      flavors: [{ name: "plain", resources: [{ name: "cpu", nominalQuota: 3 }] }],
    }],
  },
};

const OWN = {
  apiVersion: API,
  kind: "LocalQueue",
  metadata: { name: "own", namespace: "default" },
  spec: { clusterQueue: "team" },
};

const URGENT = {
  apiVersion: API,
  kind: "WorkloadPriorityClass",
  metadata: { name: "urgent" },
  value: 1000,
  description: "before all others",
};

/** A job of so many pods with a processor each. */
const job = (name: string, pods: number, runFor: string, labels: Record<string, string> = {}) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name, labels: { "kueue.x-k8s.io/queue-name": "own", ...labels } },
  spec: {
    parallelism: pods,
    completions: pods,
    template: {
      metadata: { annotations: { "simulated.orch.io/run-for": runFor } },
      spec: {
        restartPolicy: "Never",
        containers: [{ ...CONTAINER, resources: { requests: { cpu: "1" } } }],
      },
    },
  },
});

/** Kueue. */
export const KUEUE: Operator = {
  module: "sigs.k8s.io/kueue@v0.10.6",
  manifests: (kubectl, folder) => kubectl(`kustomize ${folder}/config/default`),
  namespace: "kueue-system",
  programs: [{
    path: "./cmd/kueue",
    account: "kueue-controller-manager",
    async flags(config, folder, port) {
      const file = `${folder}/kueue.json`;
      await Deno.writeTextFile(
        file,
        JSON.stringify({
          apiVersion: "config.kueue.x-k8s.io/v1beta1",
          kind: "Configuration",
          health: { healthProbeBindAddress: `127.0.0.1:${freePort()}` },
          metrics: { bindAddress: `127.0.0.1:${freePort()}` },
          webhook: { port, host: "127.0.0.1", certDir: folder },
          leaderElection: {
            leaderElect: true,
            resourceName: "kueue",
            resourceNamespace: "kueue-system",
          },
          internalCertManagement: { enable: false },
          integrations: { frameworks: ["batch/job"] },
        }),
      );
      return [
        `--kubeconfig=${config}`,
        `--config=${file}`,
        "--feature-gates=VisibilityOnDemand=false",
      ];
    },
  }],
  async use(kubectl) {
    for (const object of [FLAVOR, TEAM, OWN, URGENT]) await kubectl("create -f -", object);
    await kubectl("wait --for=condition=Active clusterqueue/team --timeout=60s");
    await kubectl("create -f -", job("first", 2, "1h"));
    await kubectl("wait --for=jsonpath={.status.active}=2 job/first --timeout=60s");
    await kubectl("create -f -", job("second", 2, "1s"));
    const pending = "jsonpath={.status.pendingWorkloads}";
    await kubectl(`wait --for=${pending}=1 clusterqueue/team --timeout=60s`);
    const suspended = "jsonpath={.spec.suspend}";
    assertEquals(await kubectl(`get job second -o ${suspended}`), "true");

    // Whoever is more urgent runs, and the first waits until there is room again.
    await kubectl(
      "create -f -",
      job("third", 3, "1s", { "kueue.x-k8s.io/priority-class": "urgent" }),
    );
    await kubectl("wait --for=condition=Complete job/third --timeout=60s");
    const reasons = await kubectl(
      'get events -o jsonpath={.items[?(@.reason=="Preempted")].involvedObject.kind}',
    );
    assert(reasons.includes("Workload"), reasons);
    await kubectl("wait --for=jsonpath={.status.active}=2 job/first --timeout=60s");
    await kubectl("delete job first --cascade=foreground --wait");
    await kubectl("wait --for=condition=Complete job/second --timeout=60s");

    const judged = await kubectl("create -f -", {
      ...TEAM,
      metadata: { name: "wrong" },
      spec: { ...TEAM.spec, cohort: "Wrong_Name" },
    }).catch((error: Error) => error.message);
    assert(judged.includes("cohort"), judged);
  },
};
