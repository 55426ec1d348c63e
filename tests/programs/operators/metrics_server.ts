/**
 * The reference's metrics server, in place of the one of `orch up`: an extension server that asks the API server who somebody is
 * and what they may do, and nodes what they use.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { assert } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Kubectl, type Operator } from "./operator.ts";

/** Pods that use twice what they ask for. */
const DEPLOYMENT = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" }, annotations: { "simulated.orch.io/cpu": "200m" } },
      spec: { containers: [{ ...CONTAINER, resources: { requests: { cpu: "100m" } } }] },
    },
  },
};

/** The names of its roles and their bindings, which those of `orch up` have, too. */
const ROLES = [
  "system:metrics-server",
  "system:aggregated-metrics-reader",
  "metrics-server:system:auth-delegator",
].join(" ");

/** The metrics server. */
export const METRICS_SERVER: Operator = {
  module: "sigs.k8s.io/metrics-server@v0.9.0",
  async manifests(kubectl, folder) {
    await makeRoom(kubectl);
    return await kubectl(`kustomize ${folder}/manifests/base`);
  },
  namespace: "kube-system",
  programs: [{
    path: "./cmd/metrics-server",
    account: "metrics-server",
    services: ["metrics-server"],
    flags: (config, folder, port) =>
      Promise.resolve([
        ...["", "authentication-", "authorization-"].map((use) => `--${use}kubeconfig=${config}`),
        `--secure-port=${port}`,
        `--cert-dir=${folder}/served`,
        "--metric-resolution=10s",
        "--kubelet-request-timeout=5s",
        "--kubelet-preferred-address-types=InternalIP",
        "--kubelet-use-node-status-port",
        "--kubelet-insecure-tls",
      ]),
  }],
  async use(kubectl) {
    await kubectl("create -f -", DEPLOYMENT);
    await kubectl("wait --for=condition=Available apiservice/v1beta1.metrics.k8s.io --timeout=90s");
    await eventually(
      "it is told what the pod uses",
      async () => (await kubectl("top pods -l app=web").catch(() => "")).includes("200m"),
    );
    assert((await kubectl("top nodes")).includes("node-1"));
    const explained = await kubectl("explain podmetrics.containers");
    assert(explained.includes("metrics.k8s.io"), explained);
    const refused = await kubectl("top pods --as=nobody").catch((error: Error) => error.message);
    assert(refused.includes('cannot list resource "pods" in API group "metrics.k8s.io"'), refused);
    await kubectl("autoscale deployment web --cpu-percent=100 --min=1 --max=2");
    await kubectl("wait --for=jsonpath={.status.replicas}=2 deployment/web --timeout=90s");
  },
};

/** What is there by the names that its manifests have. */
async function makeRoom(kubectl: Kubectl): Promise<void> {
  await kubectl("delete apiservice v1beta1.metrics.k8s.io");
  await kubectl(
    "delete service,rolebinding -n kube-system metrics-server metrics-server-auth-reader --ignore-not-found",
  );
  for (const kind of ["clusterrole", "clusterrolebinding"]) {
    await kubectl(`delete ${kind} --ignore-not-found ${ROLES}`);
  }
}
