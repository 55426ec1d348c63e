/**
 * JobSet: jobs that belong together, with webhooks, headless services, jobs in an order, restarts of all.
 *
 * @module
 */

import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Operator } from "./operator.ts";

/** A job of a set: so many pods that end, with 1 where it `fails`. */
const jobOf = (pods: number, fails = false) => ({
  spec: {
    parallelism: pods,
    completions: pods,
    backoffLimit: 0,
    template: {
      metadata: { annotations: fails ? { "simulated.orch.io/exit-code": "1" } : {} },
      spec: { restartPolicy: "Never", containers: [CONTAINER] },
    },
  },
});

const jobSet = (name: string, spec: object) => ({
  apiVersion: "jobset.x-k8s.io/v1alpha2",
  kind: "JobSet",
  metadata: { name },
  spec,
});

/** JobSet. */
export const JOBSET: Operator = {
  module: "sigs.k8s.io/jobset@v0.8.0",
  manifests: (kubectl, folder) => kubectl(`kustomize ${folder}/config/default`),
  namespace: "jobset-system",
  programs: [{
    path: ".",
    account: "jobset-controller-manager",
    async flags(config, folder, port) {
      const file = `${folder}/jobset.json`;
      await Deno.writeTextFile(
        file,
        JSON.stringify({
          apiVersion: "config.jobset.x-k8s.io/v1alpha1",
          kind: "Configuration",
          health: { healthProbeBindAddress: `127.0.0.1:${freePort()}` },
          metrics: { bindAddress: `127.0.0.1:${freePort()}` },
          webhook: { port, host: "127.0.0.1", certDir: folder },
          leaderElection: { leaderElect: true, resourceNamespace: "jobset-system" },
          internalCertManagement: { enable: false },
        }),
      );
      return [`-kubeconfig=${config}`, `-config=${file}`];
    },
  }],
  async use(kubectl) {
    await kubectl(
      "create -f -",
      jobSet("train", {
        startupPolicy: { startupPolicyOrder: "InOrder" },
        replicatedJobs: [
          { name: "driver", replicas: 1, template: jobOf(1) },
          { name: "workers", replicas: 2, template: jobOf(3) },
        ],
      }),
    );
    await kubectl(
      "wait --for=jsonpath={.status.terminalState}=Completed jobset/train --timeout=60s",
    );
    const succeeded = "jsonpath={.items[*].status.succeeded}";
    assertEquals(await kubectl(`get jobs -o ${succeeded}`), "1 3 3");
    assertEquals(await kubectl("get service train -o jsonpath={.spec.clusterIP}"), "None");

    await kubectl(
      "create -f -",
      jobSet("bad", {
        failurePolicy: { maxRestarts: 1 },
        replicatedJobs: [{ name: "w", replicas: 2, template: jobOf(2, true) }],
      }),
    );
    await kubectl("wait --for=jsonpath={.status.terminalState}=Failed jobset/bad --timeout=60s");
    assertEquals(await kubectl("get jobset bad -o jsonpath={.status.restarts}"), "1");

    // Its webhook judges what nobody else could.
    const wrong = jobSet("wrong", {
      successPolicy: { operator: "All", targetReplicatedJobs: ["nobody"] },
      replicatedJobs: [{ name: "w", template: jobOf(1) }],
    });
    const refused = await kubectl("create -f -", wrong).catch((error: Error) => error.message);
    assert(refused.includes("replicatedJob name 'nobody' does not appear"), refused);

    await kubectl("delete jobset --all --cascade=foreground --wait");
    assertEquals(await kubectl("get jobs,pods -o name"), "");
  },
};
