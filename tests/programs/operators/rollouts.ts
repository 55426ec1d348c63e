/**
 * Argo Rollouts: deployments in steps, replica sets and services that another controller than the cluster's own moves.
 *
 * @module
 */

import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Operator } from "./operator.ts";

const rollout = (name: string, image: string, replicas: number, strategy: object) => ({
  apiVersion: "argoproj.io/v1alpha1",
  kind: "Rollout",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ ...CONTAINER, image }] },
    },
    strategy,
  },
});

const service = (name: string, app: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { selector: { app }, ports: [{ port: 80 }] },
});

const CANARY = {
  canary: {
    steps: [{ setWeight: 20 }, { pause: { duration: "1s" } }, { setWeight: 60 }, { pause: {} }],
  },
};
const BLUE_GREEN = {
  blueGreen: {
    activeService: "active",
    previewService: "preview",
    autoPromotionSeconds: 1,
    scaleDownDelaySeconds: 1,
  },
};

/** Argo Rollouts. */
export const ROLLOUTS: Operator = {
  module: "github.com/argoproj/argo-rollouts@v1.8.3",
  manifests: (_, folder) => Deno.readTextFile(`${folder}/manifests/install.yaml`),
  namespace: "argo-rollouts",
  programs: [{
    path: "./cmd/rollouts-controller",
    account: "argo-rollouts",
    flags: (config) =>
      Promise.resolve([
        `--kubeconfig=${config}`,
        "--namespace=default",
        `--healthzPort=${freePort()}`,
        `--metricsport=${freePort()}`,
      ]),
  }],
  async use(kubectl) {
    for (const name of ["active", "preview"]) await kubectl("create -f -", service(name, "bg"));
    const apply = (image: string) =>
      Promise.all([
        kubectl("apply -f -", rollout("web", image, 5, CANARY)),
        kubectl("apply -f -", rollout("bg", image, 2, BLUE_GREEN)),
      ]);
    const wait = (name: string, field: string, value: string) =>
      kubectl(`wait --for=jsonpath={${field}}=${value} rollout/${name} --timeout=60s`);
    await apply("i:1");
    for (const name of ["web", "bg"]) await wait(name, ".status.phase", "Healthy");
    const active = "get service active -o jsonpath={.spec.selector.rollouts-pod-template-hash}";
    const first = await kubectl(active);
    await apply("i:2");

    await wait("web", ".status.currentStepIndex", "3");
    const sizes = await kubectl("get rs -l app=web -o jsonpath={.items[*].status.readyReplicas}");
    assertEquals(sizes.split(" ").sort(), ["2", "3"]);
    // What kubectl's plugin does: the pause is over.
    await kubectl(
      `patch rollout web --subresource=status --type=merge -p {"status":{"pauseConditions":null}}`,
    );
    await wait("web", ".status.phase", "Healthy");
    assertEquals(
      await kubectl("get pods -l app=web -o jsonpath={.items[*].spec.containers[0].image}"),
      Array(5).fill("i:2").join(" "),
    );

    const hash = await kubectl("get rollout bg -o jsonpath={.status.currentPodHash}");
    await wait("bg", ".status.blueGreen.activeSelector", hash);
    await wait("bg", ".status.phase", "Healthy");
    const second = await kubectl(active);
    assert(first !== second && second === hash, `${first}, ${second}, ${hash}`);
    // The old one goes when its time is over.
    await kubectl(`wait --for=jsonpath={.spec.replicas}=0 rs/bg-${first} --timeout=60s`);
  },
};
