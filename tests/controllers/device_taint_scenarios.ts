/**
 * What is done to pods whose devices have taints: whoever deletes them, the same comes of it.
 *
 * @module
 */

import { Pod, resourceV1 } from "../../mod.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const { ResourceClaim, ResourceSlice } = resourceV1;
type Taint = resourceV1.DeviceTaint;
type Toleration = resourceV1.DeviceToleration;

const BROKEN: Taint = { key: "broken", effect: "NoExecute" };
const bears = (tolerationSeconds?: number, effect?: "NoExecute"): Toleration => ({
  key: "broken",
  operator: "Exists",
  ...(effect !== undefined && { effect }),
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

/** Slices are nobody's namespace's: a scenario has a pool of its own. */
async function offer(stage: WorkloadStage, name: string, taints: Taint[], generation = 1) {
  const { client, namespace } = stage;
  const spec = {
    driver: "example.com",
    nodeName: "n",
    pool: { name: namespace, generation, resourceSliceCount: 1 },
    devices: [{ name: "d", taints }],
  };
  const full = `${namespace}-${name}`;
  const there = await client.find(ResourceSlice, full);
  if (there === undefined) await client.create(ResourceSlice, { metadata: { name: full }, spec });
  else await client.replace(ResourceSlice, { ...there, spec });
}

/** A pod on a node, unless it is told otherwise, with a claim that has got the device. */
async function claimed(stage: WorkloadStage, tolerations: Toleration[], node = "n") {
  const { client, namespace } = stage;
  const requests = [{ name: "r", exactly: { deviceClassName: "c", tolerations } }];
  await client.create(ResourceClaim, { metadata: { name: "c" }, spec: { devices: { requests } } });
  const { metadata: { uid } } = await client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      ...(node !== "" && { nodeName: node }),
      terminationGracePeriodSeconds: 0,
      containers: [{ name: "c", image: "i" }],
      resourceClaims: [{ name: "c", resourceClaimName: "c" }],
    },
  });
  const device = { request: "r", driver: "example.com", pool: namespace, device: "d" };
  await client.patch(ResourceClaim, "c", {
    status: {
      allocation: { devices: { results: [{ ...device, tolerations }] } },
      reservedFor: [{ resource: "pods", name: "p", uid }],
    },
  } as never, { subresource: "status" });
}

const gone = (stage: WorkloadStage) => stage.until(Pod, "p", (one) => one === undefined);

const REASON = "DeviceTaintManagerEviction";

/** See the module. */
export const DEVICE_TAINTS: Readonly<Record<string, WorkloadScenario>> = {
  async "a pod goes when its device breaks"(stage) {
    await offer(stage, "s", []);
    await claimed(stage, []);
    await stage.same("before");
    await offer(stage, "s", [BROKEN]);
    await gone(stage);
  },

  async "a pod that gets a broken device goes"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, []);
    await gone(stage);
  },

  async "a pod without a node stays"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, [], "");
  },

  async "a toleration for a while is over when it is"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, [bears(2, "NoExecute")]);
    await gone(stage);
  },

  async "a toleration of any effect is none"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, [bears()]);
    await gone(stage);
  },

  async "a toleration for ever"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, [bears(undefined, "NoExecute")]);
  },

  async "a device that is mended in time"(stage) {
    await offer(stage, "s", [BROKEN]);
    await claimed(stage, [bears(3600, "NoExecute")]);
    await stage.same("marked");
    await offer(stage, "s", []);
    await stage.told("Pod", "p", REASON);
  },

  async "an older slice does not count any more"(stage) {
    await offer(stage, "old", [BROKEN]);
    await claimed(stage, [bears(3600, "NoExecute")]);
    await stage.same("marked");
    await offer(stage, "new", [], 2);
    await stage.told("Pod", "p", REASON);
    await offer(stage, "new", [BROKEN], 3);
    await stage.same("marked again");
  },

  async "taints that only keep off, or only tell"(stage) {
    await offer(stage, "s", [{ key: "a", effect: "NoSchedule" }, { key: "b", effect: "None" }]);
    await claimed(stage, []);
  },
};
