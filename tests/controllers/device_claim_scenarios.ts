/**
 * What is done to pods that need devices, and to claims on devices: whoever keeps these, the same comes of it.
 *
 * @module
 */

import { type AnyObject, Pod, resourceV1 } from "../../mod.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const { ResourceClaim, ResourceClaimTemplate } = resourceV1;

const FINALIZER = "resource.kubernetes.io/delete-protection";
const DEVICES = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
const ALLOCATION = {
  devices: { results: [{ request: "r", driver: "example.com", pool: "p", device: "d" }] },
};

async function template(stage: WorkloadStage, name: string, metadata: object = {}): Promise<void> {
  await stage.client.create(ResourceClaimTemplate, {
    metadata: { name },
    spec: { metadata, spec: DEVICES },
  });
}

async function claim(stage: WorkloadStage, name: string, held = false): Promise<void> {
  await stage.client.create(ResourceClaim, {
    metadata: { name, ...(held && { finalizers: [FINALIZER] }) },
    spec: DEVICES,
  });
}

interface PodOptions {
  readonly claims: readonly object[];
  readonly node?: string;
  readonly finalizers?: string[];
}

async function pod(
  stage: WorkloadStage,
  name: string,
  { claims: resourceClaims, node, finalizers }: PodOptions,
): Promise<string> {
  const { metadata: { uid } } = await stage.client.create(Pod, {
    metadata: { name, ...(finalizers && { finalizers }) },
    spec: {
      containers: [{ name: "c", image: "i" }],
      resourceClaims,
      ...(node && { nodeName: node }),
    } as never,
  });
  return uid;
}

const reference = (name: string, uid: string) => ({ resource: "pods", name, uid });

/** What the scheduler writes. */
async function allocate(stage: WorkloadStage, name: string, reservedFor: object[]): Promise<void> {
  await stage.client.patch(ResourceClaim, name, {
    status: { allocation: ALLOCATION, reservedFor },
  } as never, { subresource: "status" });
}

/** Waits until the claims of a pod are named, and returns their names. */
async function named(stage: WorkloadStage, name: string, count = 1): Promise<string[]> {
  let names: string[] = [];
  await stage.until(Pod, name, (one) => {
    names = (one?.status?.resourceClaimStatuses ?? [])
      .map((one: AnyObject) => one.resourceClaimName as string);
    return names.length === count;
  });
  return names;
}

/** Waits until a claim is reserved for so many. */
async function reserved(stage: WorkloadStage, name: string, count: number): Promise<void> {
  await stage.until(
    ResourceClaim,
    name,
    (one) => one !== undefined && (one.status?.reservedFor ?? []).length === count,
  );
}

const gone = (stage: WorkloadStage, name: string) =>
  stage.until(ResourceClaim, name, (one) => one === undefined);

/** See the module. */
export const DEVICE_CLAIMS: Readonly<Record<string, WorkloadScenario>> = {
  async "a claim is made of a template, and named in the pod's status"(stage) {
    await template(stage, "t", { labels: { a: "b" }, annotations: { c: "d" } });
    await pod(stage, "p", { claims: [{ name: "gpu", resourceClaimTemplateName: "t" }] });
    await named(stage, "p");
  },

  async "each template has its claim, and claims of people are left alone"(stage) {
    await template(stage, "t");
    await template(stage, "other");
    await claim(stage, "shared");
    await pod(stage, "p", {
      claims: [
        { name: "one", resourceClaimTemplateName: "t" },
        { name: "two", resourceClaimTemplateName: "t" },
        { name: "three", resourceClaimTemplateName: "other" },
        { name: "four", resourceClaimName: "shared" },
      ],
    });
    await named(stage, "p", 3);
  },

  async "a template that is missing is told of, and waited for"(stage) {
    await pod(stage, "p", { claims: [{ name: "gpu", resourceClaimTemplateName: "t" }] });
    await stage.told("Pod", "p", "FailedResourceClaimCreation");
    await stage.same("missing");
    await template(stage, "t");
    await named(stage, "p");
  },

  async "a pod that has a node already has its devices reserved"(stage) {
    await claim(stage, "shared", true);
    await claim(stage, "unallocated");
    await allocate(stage, "shared", []);
    await pod(stage, "p", {
      claims: [
        { name: "gpu", resourceClaimName: "shared" },
        { name: "none", resourceClaimName: "unallocated" },
      ],
      node: "n",
    });
    await reserved(stage, "shared", 1);
  },

  async "devices are free when the last pod is over"(stage) {
    await claim(stage, "shared", true);
    const claims = [{ name: "gpu", resourceClaimName: "shared" }];
    const first = await pod(stage, "first", { claims });
    const second = await pod(stage, "second", { claims });
    await allocate(stage, "shared", [reference("first", first), reference("second", second)]);
    await stage.client.patch(Pod, "first", { status: { phase: "Succeeded" } }, {
      subresource: "status",
    });
    await reserved(stage, "shared", 1);
    await stage.same("one is over");
    await stage.client.delete(Pod, "second", { gracePeriod: 0 });
    await reserved(stage, "shared", 0);
    await stage.until(ResourceClaim, "shared", (one) => !one?.metadata?.finalizers?.length);
  },

  async "the claim of a pod that is over goes"(stage) {
    await template(stage, "t");
    const uid = await pod(stage, "p", {
      claims: [{ name: "gpu", resourceClaimTemplateName: "t" }],
    });
    const [name] = await named(stage, "p");
    await stage.client.patch(ResourceClaim, name!, { metadata: { finalizers: [FINALIZER] } });
    await allocate(stage, name!, [reference("p", uid)]);
    await stage.client.patch(Pod, "p", { status: { phase: "Failed" } }, { subresource: "status" });
    await gone(stage, name!);
  },

  async "the claim of a pod that goes before it had a node goes"(stage) {
    await template(stage, "t");
    await pod(stage, "p", {
      claims: [{ name: "gpu", resourceClaimTemplateName: "t" }],
      finalizers: ["example.com/holds"],
    });
    const [name] = await named(stage, "p");
    await stage.client.delete(Pod, "p", { gracePeriod: 0 });
    await gone(stage, name!);
  },

  async "whoever is no pod that is there is taken out of a claim, but for what is no pod"(stage) {
    await claim(stage, "shared", true);
    const uid = await pod(stage, "p", {
      claims: [{ name: "gpu", resourceClaimName: "shared" }],
    });
    await allocate(stage, "shared", [
      reference("p", uid),
      reference("p", "7d5b4c0e-6a0b-4c3f-8a52-000000000001"),
      reference("never", "7d5b4c0e-6a0b-4c3f-8a52-000000000002"),
      { apiGroup: "example.com", resource: "crews", name: "c", uid: "crew" },
    ]);
    await reserved(stage, "shared", 2);
  },

  async "a claim that is deleted goes when nobody has reserved it"(stage) {
    await claim(stage, "unused", true);
    await allocate(stage, "unused", []);
    await claim(stage, "used", true);
    const uid = await pod(stage, "p", { claims: [{ name: "gpu", resourceClaimName: "used" }] });
    await allocate(stage, "used", [reference("p", uid)]);
    await stage.client.delete(ResourceClaim, "unused");
    await stage.client.delete(ResourceClaim, "used");
    await gone(stage, "unused");
    await stage.same("one is used");
    await stage.client.delete(Pod, "p", { gracePeriod: 0 });
    await gone(stage, "used");
  },
};
