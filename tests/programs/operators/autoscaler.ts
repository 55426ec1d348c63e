/**
 * The vertical autoscaler: what pods use as the metrics server tells it, pods that are evicted and made anew with other requests,
 * or resized where they are, and budgets that keep it from both.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Kubectl, type Operator } from "./operator.ts";

const MANIFESTS = ["vpa-v1-crd-gen", "vpa-rbac", "admission-controller-service"].concat(
  ["admission-controller", "recommender", "updater"].map((name) => `${name}-deployment`),
);

/** Pods that use more than they ask for. */
const deployment = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations: { "simulated.orch.io/cpu": "300m" } },
      spec: {
        containers: [{ ...CONTAINER, resources: { requests: { cpu: "10m", memory: "16Mi" } } }],
      },
    },
  },
});

const autoscaler = (name: string, updateMode: string) => ({
  apiVersion: "autoscaling.k8s.io/v1",
  kind: "VerticalPodAutoscaler",
  metadata: { name },
  spec: {
    targetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
    updatePolicy: { updateMode, minReplicas: 1 },
    resourcePolicy: {
      containerPolicies: [{ containerName: "*", controlledResources: ["cpu"] }],
    },
  },
});

const budget = (name: string) => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name },
  spec: { minAvailable: 2, selector: { matchLabels: { app: name } } },
});

/** Flags of all: where each shows its metrics, and who it is. */
const flags = (config: string) => [
  "NAMESPACE=kube-system",
  `--kubeconfig=${config}`,
  `--address=127.0.0.1:${freePort()}`,
];

/** The vertical autoscaler. */
export const AUTOSCALER: Operator = {
  module: "k8s.io/autoscaler/vertical-pod-autoscaler@v1.8.1",
  async manifests(_, folder) {
    const files = MANIFESTS.map((name) => Deno.readTextFile(`${folder}/deploy/${name}.yaml`));
    return (await Promise.all(files)).join("\n---\n");
  },
  namespace: "kube-system",
  programs: [
    {
      path: "./pkg/admission-controller",
      account: "vpa-admission-controller",
      // It registers its webhook itself.
      flags: (config, folder, port) =>
        Promise.resolve([
          ...flags(config),
          `--port=${port}`,
          "--register-by-url",
          "--webhook-address=https://127.0.0.1",
          `--webhook-port=${port}`,
          `--client-ca-file=${folder}/tls.crt`,
          `--tls-cert-file=${folder}/tls.crt`,
          `--tls-private-key=${folder}/tls.key`,
        ]),
    },
    {
      path: "./pkg/recommender",
      account: "vpa-recommender",
      // Without days of history it is sure of nothing, unless a second of it is enough.
      flags: (config) =>
        Promise.resolve([
          ...flags(config),
          "--recommender-interval=1s",
          "--confidence-interval-cpu=1s",
        ]),
    },
    {
      path: "./pkg/updater",
      account: "vpa-updater",
      flags: (config) => Promise.resolve([...flags(config), "--updater-interval=2s"]),
    },
  ],
  async use(kubectl) {
    for (const name of ["anew", "in-place", "kept"]) {
      await kubectl("create -f -", deployment(name));
      await kubectl(`rollout status deployment/${name} --timeout=60s`);
    }
    const before = await uids(kubectl, "in-place");
    const kept = await uids(kubectl, "kept");
    await kubectl("create -f -", budget("kept"));
    await kubectl("create -f -", autoscaler("kept", "Recreate"));
    await kubectl("create -f -", autoscaler("anew", "Recreate"));
    await kubectl("create -f -", autoscaler("in-place", "InPlaceOrRecreate"));
    await kubectl("wait --for=condition=RecommendationProvided vpa --all --timeout=120s");

    for (const name of ["anew", "in-place"]) {
      await eventually(`${name} asks for what it uses`, async () => {
        const requests = await kubectl(
          `get pods -l app=${name} -o jsonpath={.items[*].spec.containers[0].resources.requests.cpu}`,
        );
        const found = requests.split(" ");
        return found.length === 2 && found.every((cpu) => parseInt(cpu) >= 300);
      });
    }
    // Evicted by the one, resized by the other, and what a budget protects is left as it is.
    const reasons = await kubectl("get events -o jsonpath={.items[*].reason}");
    assert(reasons.includes("EvictedByVPA"), reasons);
    assertEquals(await uids(kubectl, "in-place"), before);
    assertEquals(await uids(kubectl, "kept"), kept);
    const given = "jsonpath={.items[*].status.containerStatuses[0].resources.requests.cpu}";
    await eventually(
      "the nodes give what is asked for",
      async () => !(await kubectl(`get pods -l app=in-place -o ${given}`)).includes("10m"),
    );
    await kubectl("wait --for=create vpacheckpoint/anew-c --timeout=60s");
  },
};

async function uids(kubectl: Kubectl, app: string): Promise<string[]> {
  const found = await kubectl(`get pods -l app=${app} -o jsonpath={.items[*].metadata.uid}`);
  return found.split(" ").sort();
}
