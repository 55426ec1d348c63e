/**
 * What is done to objects of whose controllers the order of writes is compared.
 *
 * @module
 */

import {
  type AnyObject,
  Deployment,
  EndpointSlice,
  Job,
  Namespace,
  Node,
  Pod,
  Service,
  StatefulSet,
} from "../../mod.ts";
import type { OrderStage } from "./order_stage.ts";
import { template } from "./replica_scenarios.ts";

/** Plays on a stage; both sides are compared at its end. */
export type OrderScenario = (stage: OrderStage) => Promise<void>;

const image = (name: string) => ({
  template: { spec: { containers: [{ name: "main", image: name }] } },
});

const app = { matchLabels: { app: "web" } };

async function deployment(stage: OrderStage, more: object = {}): Promise<void> {
  await stage.client.create(Deployment, {
    metadata: { name: "web" },
    spec: { replicas: 1, selector: app, template: template("one"), ...more } as never,
  });
  await stage.pods(1);
  await stage.same("made");
}

export const ORDER_SCENARIOS: Readonly<Record<string, OrderScenario>> = {
  "a deployment is made": (stage) => deployment(stage),
  async "a deployment's pod is ready"(stage) {
    await deployment(stage);
    await ready(stage);
  },
  async "a deployment rolls"(stage) {
    await deployment(stage, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
    await ready(stage);
    await stage.client.patch(Deployment, "web", { spec: image("two") } as never);
    await stage.pods(1, "two");
    await stage.same("rolling");
    await stage.run("two");
    await stage.pods(0, "one");
    await stage.reap();
    await stage.seen("web", (one) => one.status?.replicas === 1);
  },
  async "a deployment is made anew"(stage) {
    await deployment(stage, { strategy: { type: "Recreate" } });
    await ready(stage);
    await stage.client.patch(Deployment, "web", { spec: image("two") } as never);
    await stage.pods(0, "one");
    await stage.reap();
    await stage.pods(1, "two");
    await stage.same("made anew");
  },
  async "a deployment is scaled to nothing"(stage) {
    await deployment(stage);
    await ready(stage);
    await stage.client.patch(Deployment, "web", { spec: { replicas: 0 } } as never);
    await stage.pods(0);
    await stage.reap();
    await stage.seen("web", (one) => one.status?.replicas === undefined);
  },
  async "a deployment is paused and goes on"(stage) {
    await deployment(stage);
    await stage.client.patch(Deployment, "web", { spec: { paused: true } } as never);
    await stage.seen("web");
    await stage.same("paused");
    await stage.client.patch(Deployment, "web", { spec: { paused: null } } as never);
    await stage.seen("web");
  },
  async "a stateful set with claims is made"(stage) {
    await statefulSet(stage);
  },
  async "a stateful set is rolled"(stage) {
    await statefulSet(stage);
    await ready(stage);
    await stage.client.patch(StatefulSet, "web", { spec: image("two") } as never);
    await stage.pods(0, "one");
    await stage.reap();
    await stage.pods(1, "two");
    await stage.same("rolling");
    await ready(stage, "two");
  },
  async "a stateful set is scaled to nothing"(stage) {
    await statefulSet(stage);
    await ready(stage);
    await stage.client.patch(StatefulSet, "web", { spec: { replicas: 0 } } as never);
    await stage.pods(0);
    await stage.reap();
    await stage.until(StatefulSet, "web", (one) => one?.status?.replicas === 0);
  },
  async "a job completes"(stage) {
    await job(stage);
    await stage.end("Succeeded");
    await ended(stage, "Complete");
  },
  async "a job fails"(stage) {
    await job(stage, { backoffLimit: 0 });
    await stage.end("Failed");
    await ended(stage, "Failed");
  },
  async "a job is suspended and goes on"(stage) {
    await job(stage);
    await stage.client.patch(Job, "sum", { spec: { suspend: true } } as never);
    await stage.pods(0);
    await stage.reap();
    await stage.same("suspended");
    await stage.client.patch(Job, "sum", { spec: { suspend: false } } as never);
    await stage.pods(1);
    await stage.until(Job, "sum", (one) => one?.status?.active === 1);
  },
  async "a service's slice follows its pod"(stage) {
    // Of a node that is not there nobody tells an address.
    const nodeName = `${stage.namespace}-node`;
    await stage.client.create(Node, { metadata: { name: nodeName } });
    await stage.client.create(Service, {
      metadata: { name: "web" },
      spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
    });
    await sliceIs(stage, "is there", (one) => one !== undefined);
    await stage.client.create(Pod, {
      metadata: { name: "p", labels: { app: "web" } },
      spec: { nodeName, containers: [{ name: "c", image: "c" }] },
    });
    await stage.client.patch(Pod, "p", {
      status: { phase: "Running", podIP: "10.1.0.1", podIPs: [{ ip: "10.1.0.1" }] },
    } as never, { subresource: "status" });
    await sliceIs(
      stage,
      "has the address",
      (one) => one?.endpoints?.[0]?.conditions.ready === false,
    );
    await stage.run("c");
    await sliceIs(stage, "is ready", (one) => one?.endpoints?.[0]?.conditions.ready === true);
    await stage.client.delete(Service, "web");
    await sliceIs(stage, "is gone", (one) => one === undefined);
  },
  async "a namespace goes with all that is in it"(stage) {
    await deployment(stage);
    // Whether a set hears of the end of its pods before its own is a matter of chance: this pod is nobody's.
    await stage.client.patch(Deployment, "web", { spec: { replicas: 0 } } as never);
    await stage.seen("web", (one) => one.status?.replicas === undefined);
    await stage.client.create(Pod, { metadata: { name: "pod" }, spec: template("one").spec });
    await stage.client.create(Service, {
      metadata: { name: "web" },
      spec: { ports: [{ port: 80 }] },
    });
    // The reference goes over kinds in an order of chance.
    stage.isInAnyOrder = true;
    await stage.client.delete(Namespace, stage.namespace);
    await stage.until(Namespace, stage.namespace, (one) => one === undefined);
  },
};

/** Waits until the one slice is as it should be. */
async function sliceIs(
  stage: OrderStage,
  what: string,
  check: (one?: AnyObject) => boolean,
): Promise<void> {
  await stage.eventually(`the slice ${what}`, async () => {
    const { items: [slice] } = await stage.client.list(EndpointSlice);
    return check(slice as AnyObject | undefined);
  });
  await stage.same();
}

async function ended(stage: OrderStage, type: string): Promise<void> {
  await stage.until(
    Job,
    "sum",
    (one) => one?.status?.conditions?.some((each: AnyObject) => each.type === type) ?? false,
  );
}

/** Has the pod ready, and waits until that was seen. */
async function ready(stage: OrderStage, name = "one"): Promise<void> {
  await stage.run(name);
  for (const kind of [Deployment, StatefulSet]) {
    if (await stage.client.find(kind, "web") === undefined) continue;
    await stage.until(
      kind,
      "web",
      (one) => one?.status?.availableReplicas === 1 && one.status.updatedReplicas === 1,
    );
  }
  await stage.same("ready");
}

async function statefulSet(stage: OrderStage): Promise<void> {
  await stage.client.create(StatefulSet, {
    metadata: { name: "web" },
    spec: {
      replicas: 1,
      serviceName: "web",
      selector: app,
      template: template("one"),
      volumeClaimTemplates: [{
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      }],
    } as never,
  });
  await stage.pods(1);
  await stage.same("made");
}

async function job(stage: OrderStage, more: object = {}): Promise<void> {
  const { spec } = template("one") as AnyObject;
  await stage.client.create(Job, {
    metadata: { name: "sum" },
    spec: { template: { spec: { ...spec, restartPolicy: "Never" } }, ...more } as never,
  });
  await stage.pods(1);
  await stage.same("made");
}
