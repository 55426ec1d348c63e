/**
 * Devices and claims on them: whoever schedules, the same comes of it.
 *
 * @module
 */

import { Node, Pod, resourceV1 } from "../../mod.ts";
import { type DeviceStage, DRIVER } from "./device_stage.ts";

const { DeviceClass, ResourceClaim, ResourceSlice } = resourceV1;

type Slice = Partial<Omit<resourceV1.ResourceSliceSpec, "pool">> & {
  readonly pool?: Partial<resourceV1.ResourcePool>;
};

/** What is there, pods that are made one after the other, and what is done then. */
export interface DeviceScenario {
  /** The labels of each. Default: one, `n`. */
  readonly nodes?: Readonly<Record<string, Record<string, string>>>;
  /** Default: `gpu`, which has all devices. */
  readonly classes?: Readonly<Record<string, resourceV1.DeviceClassSpec>>;
  readonly slices: Readonly<Record<string, Slice>>;
  readonly claims: Readonly<Record<string, resourceV1.DeviceClaim>>;
  /** The claims of each, or its spec. */
  readonly pods: Readonly<Record<string, readonly string[] | object>>;
  readonly then?: (stage: DeviceStage) => Promise<void>;
}

const exact = (name: string, more: object = {}): resourceV1.DeviceRequest => ({
  name,
  exactly: { deviceClassName: "gpu", ...more },
});
const any = { requests: [exact("r")] };
const by = (expression: string) => ({ selectors: [{ cel: { expression } }] });
const model = (value: string) => by(`device.attributes["${DRIVER}"].model == "${value}"`);
const on = (
  nodeName: string,
  devices: Readonly<Record<string, object>>,
  more: Slice = {},
): Slice => ({
  nodeName,
  devices: Object.entries(devices).map(([name, device]) => ({ name, ...device })),
  ...more,
});
const is = (value: string) => ({ attributes: { model: { string: value } } });
const bad = (effect: string) => ({ taints: [{ key: "bad", value: "x", effect }] });
const memory = (value: string, requestPolicy?: object) => ({
  allowMultipleAllocations: true,
  capacity: { memory: { value, ...(requestPolicy && { requestPolicy }) } },
});
const wants = (memory: string) => ({ capacity: { requests: { memory } } });
const uses = (value: string) => ({
  consumesCounters: [{ counterSet: "card", counters: { memory: { value } } }],
});
const opaque = (by: string) => ({ opaque: { driver: DRIVER, parameters: { by } } }) as never;
const two = { pool: { resourceSliceCount: 2 } };
const zone = (value: string) => ({
  nodeSelector: {
    nodeSelectorTerms: [{
      matchExpressions: [{ key: "zone", operator: "In" as const, values: [value] }],
    }],
  },
});
const conditions = { bindingConditions: ["Ready"], bindingFailureConditions: ["Broken"] };

const asks = (count: number) => ({
  limits: { "example.com/gpu": `${count}` },
  requests: { "example.com/gpu": `${count}` },
});

/** Says of the device of a claim what its driver would. */
async function says(stage: DeviceStage, claim: string, type: string, device = "a"): Promise<void> {
  await stage.client.patch(ResourceClaim, claim, {
    status: {
      devices: [{
        driver: DRIVER,
        pool: "pool",
        device,
        conditions: [{
          type,
          status: "True",
          reason: "Said",
          message: "by its driver",
          lastTransitionTime: new Date().toISOString(),
        }],
      }],
    },
  } as never, { subresource: "status" });
}

/** See the module. */
export const DEVICE_SCENARIOS: Readonly<Record<string, DeviceScenario>> = {
  "one device, and nothing for the next pod": {
    slices: { s: on("n", { a: {} }) },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
  },
  "a claim that two pods share": {
    nodes: { n: {}, m: {} },
    slices: { s: on("n", { a: {} }) },
    claims: { one: any },
    pods: { p: ["one"], q: ["one"] },
  },
  "two claims of a pod": {
    slices: { s: on("n", { a: {}, b: {}, c: {} }) },
    claims: { one: { requests: [exact("r", { count: 2 })] }, two: any },
    pods: { p: ["one", "two"] },
  },
  "devices of one node of two": {
    nodes: { n: {}, m: {} },
    slices: { s: on("m", { a: {} }) },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
  },
  "selectors of the class and of the claim": {
    classes: { gpu: by(`device.driver == "${DRIVER}"`) },
    slices: { s: on("n", { a: is("x"), b: is("y") }) },
    claims: { one: { requests: [exact("r", model("y"))] } },
    pods: { p: ["one"] },
  },
  "a selector that fails": {
    slices: { s: on("n", { a: {} }) },
    claims: { one: { requests: [exact("r", model("y"))] } },
    pods: { p: ["one"] },
  },
  "a selector by capacity and version": {
    slices: {
      s: on("n", {
        a: {
          attributes: { version: { version: "1.0.0" } },
          capacity: { memory: { value: "40Gi" } },
        },
        b: {
          attributes: { version: { version: "1.10.0" } },
          capacity: { memory: { value: "80Gi" } },
        },
      }),
    },
    claims: {
      one: {
        requests: [exact(
          "r",
          by(
            `device.capacity["${DRIVER}"].memory.compareTo(quantity("41Gi")) > 0 && ` +
              `device.attributes["${DRIVER}"].version.isGreaterThan(semver("1.9.0"))`,
          ),
        )],
      },
    },
    pods: { p: ["one"] },
  },
  "a class that is not there": {
    classes: {},
    slices: { s: on("n", { a: {} }) },
    claims: { one: any },
    pods: { p: ["one"] },
    async then({ client }) {
      await client.create(DeviceClass, { metadata: { name: "gpu" }, spec: {} });
    },
  },
  "all devices": {
    slices: { s: on("n", { a: is("x"), b: is("x"), c: is("y") }) },
    claims: { one: { requests: [exact("r", { allocationMode: "All", ...model("x") })] } },
    pods: { p: ["one"] },
  },
  "all devices of which one is taken": {
    slices: { s: on("n", { a: {}, b: {} }) },
    claims: { one: any, all: { requests: [exact("r", { allocationMode: "All" })] } },
    pods: { p: ["one"], q: ["all"] },
  },
  "more than there are": {
    slices: { s: on("n", { a: {}, b: {} }) },
    claims: { one: { requests: [exact("r", { count: 3 })] } },
    pods: { p: ["one"] },
  },
  "more than a claim can have": {
    slices: { s: on("n", { a: {} }) },
    claims: { one: { requests: [exact("r", { count: 33 })] } },
    pods: { p: ["one"] },
  },
  "the first alternative that can be had": {
    nodes: { n: {}, m: {} },
    slices: {
      s: on("n", { a: is("y") }, { pool: { name: "n" } }),
      t: on("m", { a: is("x") }, { pool: { name: "m" } }),
    },
    claims: {
      one: {
        requests: [{
          name: "r",
          firstAvailable: [
            { name: "best", deviceClassName: "gpu", ...model("x") },
            { name: "good", deviceClassName: "gpu", ...model("y") },
          ],
        }],
        config: [{ requests: ["r/best"], ...opaque("best") as object }, {
          requests: ["r/good"],
          ...opaque("good") as object,
        }],
      },
    },
    // The better alternative is on the node that scores higher.
    pods: { p: ["one"] },
  },
  "the same attribute": {
    slices: { s: on("n", { a: is("x"), b: is("y"), c: is("y") }) },
    claims: {
      one: {
        requests: [exact("r"), exact("s")],
        constraints: [{ requests: ["r", "s"], matchAttribute: `${DRIVER}/model` }],
      },
    },
    pods: { p: ["one"] },
  },
  "attributes that differ": {
    slices: { s: on("n", { a: is("x"), b: is("x"), c: is("y") }) },
    claims: {
      one: {
        requests: [exact("r"), exact("s")],
        constraints: [{ requests: ["r", "s"], distinctAttribute: `${DRIVER}/model` }],
      },
    },
    pods: { p: ["one"] },
  },
  "all devices, which differ where they must not": {
    slices: { s: on("n", { a: is("x"), b: is("y") }) },
    claims: {
      one: {
        requests: [exact("r", { allocationMode: "All" })],
        constraints: [{ matchAttribute: `${DRIVER}/model` }],
      },
    },
    pods: { p: ["one"] },
  },
  "taints": {
    slices: { s: on("n", { a: bad("NoSchedule"), b: bad("NoExecute"), c: bad("None") }) },
    claims: {
      one: any,
      two: any,
      three: { requests: [exact("r", { tolerations: [{ key: "bad", operator: "Exists" }] })] },
    },
    pods: { p: ["one"], q: ["two"], r: ["three"] },
  },
  "an administrator has what others have": {
    slices: { s: on("n", { a: {} }) },
    claims: {
      one: any,
      admin: { requests: [exact("r", { allocationMode: "All", adminAccess: true })] },
      two: any,
    },
    pods: { p: ["one"], q: ["admin"], r: ["two"] },
  },
  "a request gives way to the next one, and a claim to the next one": {
    slices: { s: on("n", { a: is("x"), b: is("y"), c: is("z") }) },
    claims: {
      one: { requests: [exact("any"), exact("x", model("x"))] },
      two: { requests: [exact("r", model("y"))] },
    },
    pods: { p: ["one", "two"] },
  },
  "alternatives with other counts, and a constraint on one of them": {
    slices: { s: on("n", { a: is("x"), b: is("y"), c: is("y") }) },
    claims: {
      one: {
        requests: [exact("r"), {
          name: "s",
          firstAvailable: [
            { name: "three", deviceClassName: "gpu", count: 3 },
            { name: "same", deviceClassName: "gpu" },
            { name: "two", deviceClassName: "gpu", count: 2 },
          ],
        }],
        constraints: [{ requests: ["r", "s/same"], matchAttribute: `${DRIVER}/model` }],
      },
    },
    pods: { p: ["one"] },
  },
  "a pool that is not whole": {
    slices: { s: on("n", { a: {} }, two) },
    claims: { one: any, all: { requests: [exact("r", { allocationMode: "All" })] } },
    pods: { p: ["one"], q: ["all"] },
    async then({ client }) {
      await client.create(ResourceSlice, {
        metadata: { name: "t" },
        spec: {
          driver: DRIVER,
          nodeName: "n",
          pool: { name: "pool", generation: 1, resourceSliceCount: 2 },
          devices: [{ name: "b" }],
        },
      });
    },
  },
  "a device that is there twice": {
    slices: { s: on("n", { a: {} }, two), t: on("n", { a: {} }, two) },
    claims: { one: any, all: { requests: [exact("r", { allocationMode: "All" })] } },
    pods: { p: ["one"], q: ["all"] },
  },
  "a newer generation": {
    slices: {
      s: on("n", { old: {} }),
      t: on("n", { new: {} }, { pool: { generation: 2 } }),
    },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
  },
  "pools by name, those that take time last": {
    slices: {
      s: on("n", { a: conditions }, { pool: { name: "a" } }),
      t: on("n", { c: {} }, { pool: { name: "c" } }),
      u: on("n", { b: {} }, { pool: { name: "b" } }),
    },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
  },
  "by the labels of nodes": {
    nodes: { n: { zone: "x" }, m: { zone: "y" } },
    slices: { s: { ...on("", { a: {} }), nodeName: undefined, ...zone("y") } as never },
    claims: { one: any },
    pods: { p: ["one"], q: ["one"] },
  },
  "each device says where it is": {
    nodes: { n: { zone: "x" } },
    slices: {
      s: {
        perDeviceNodeSelection: true,
        devices: [
          { name: "a", nodeName: "m" },
          { name: "b", ...zone("x") },
          { name: "c", allNodes: true },
        ],
      },
    },
    claims: { one: any, two: any, three: any },
    pods: { p: ["one"], q: ["two"], r: ["three"] },
  },
  "a device on all nodes that binds to one": {
    slices: { s: { allNodes: true, devices: [{ name: "a", bindsToNode: true }, { name: "b" }] } },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
  },
  "counters": {
    slices: {
      counters: {
        nodeName: "n",
        sharedCounters: [{ name: "card", counters: { memory: { value: "8Gi" } } }],
        ...two,
      },
      s: on("n", { a: uses("4Gi"), b: uses("5Gi"), c: uses("4Gi"), d: uses("1Gi") }, two),
    },
    claims: { one: any, two: any, three: any },
    pods: { p: ["one"], q: ["two"], r: ["three"] },
  },
  "shares of a device": {
    slices: { s: on("n", { a: memory("10Gi") }) },
    claims: {
      one: { requests: [exact("r", wants("4Gi"))] },
      two: { requests: [exact("r", wants("7Gi"))] },
      three: { requests: [exact("r", wants("6Gi"))] },
    },
    pods: { p: ["one"], q: ["two"], r: ["three"] },
  },
  "shares by a policy": {
    slices: {
      s: on("n", {
        a: memory("10Gi", { default: "1Gi", validRange: { min: "1Gi", step: "2Gi", max: "7Gi" } }),
        b: memory("10Gi", { default: "2Gi", validValues: ["2Gi", "4Gi"] }),
      }),
    },
    claims: {
      one: { requests: [exact("r", wants("3500Mi"))] },
      two: { requests: [exact("r"), exact("s", wants("3Gi"))] },
      three: { requests: [exact("r", wants("8Gi"))] },
    },
    pods: { p: ["one"], q: ["two"], r: ["three"] },
  },
  "what drivers are told": {
    classes: { gpu: { config: [opaque("class")] }, other: { config: [opaque("other")] } },
    slices: { s: on("n", { a: {}, b: {}, c: {} }) },
    claims: {
      one: {
        requests: [exact("r"), exact("s"), exact("t", { deviceClassName: "other" })],
        config: [opaque("all"), { requests: ["s"], ...opaque("request") as object }],
      },
    },
    pods: { p: ["one"] },
  },
  "a device that becomes ready": {
    slices: { s: on("n", { a: conditions }) },
    claims: { one: any },
    pods: {},
    async then(stage) {
      await stage.client.create(Pod, {
        metadata: { name: "p" },
        spec: {
          containers: [{ name: "c", image: "i" }],
          resourceClaims: [{ name: "c", resourceClaimName: "one" }],
        },
      });
      await stage.until(ResourceClaim, "one", (claim) => claim?.status?.allocation !== undefined);
      await stage.same("it waits");
      await says(stage, "one", "Ready");
      await stage.decided("p");
    },
  },
  "a device that breaks": {
    slices: { s: on("n", { a: conditions }) },
    claims: { one: any },
    pods: {},
    async then(stage) {
      await stage.client.create(Pod, {
        metadata: { name: "p" },
        spec: {
          containers: [{ name: "c", image: "i" }],
          resourceClaims: [{ name: "c", resourceClaimName: "one" }],
        },
      });
      await stage.until(ResourceClaim, "one", (claim) => claim?.status?.allocation !== undefined);
      await says(stage, "one", "Broken");
      // It is given back, and had once more: nothing is said of it now.
      await stage.until(
        ResourceClaim,
        "one",
        (claim) => claim?.status?.allocation !== undefined && claim.status.devices === undefined,
      );
    },
  },
  "a pod that needs what the node's agent can't do": {
    nodes: { n: {} },
    slices: {},
    claims: {},
    pods: {
      p: {
        restartPolicy: "Never",
        containers: [{
          name: "c",
          image: "i",
          restartPolicy: "Never",
          restartPolicyRules: [{
            action: "RestartAllContainers",
            exitCodes: { operator: "In", values: [1] },
          }],
        }],
      },
    },
    async then(stage) {
      const declaredFeatures = ["RestartAllContainersOnContainerExits"];
      await stage.client.patch(Node, "n", { status: { declaredFeatures } }, {
        subresource: "status",
      });
      await stage.until(Pod, "p", (pod) => !!pod?.spec.nodeName);
    },
  },
  "resources of nodes that are devices": {
    nodes: { n: {} },
    classes: { gpu: { extendedResourceName: "example.com/gpu" } },
    slices: { s: on("n", { a: {}, b: {}, c: {}, d: {} }) },
    claims: { one: any },
    pods: {
      p: {
        resourceClaims: [{ name: "c", resourceClaimName: "one" }],
        initContainers: [
          { name: "first", image: "i", resources: asks(2) },
          { name: "second", image: "i", resources: asks(1) },
        ],
        containers: [
          { name: "one", image: "i", resources: asks(1) },
          {
            name: "two",
            image: "i",
            resources: {
              limits: { "deviceclass.resource.kubernetes.io/gpu": "1", cpu: "1" },
              requests: { "deviceclass.resource.kubernetes.io/gpu": "1", cpu: "1" },
            },
          },
        ],
      },
      q: { containers: [{ name: "c", image: "i", resources: asks(1) }] },
    },
  },
  "a pod without devices for which there is no room": {
    slices: {},
    claims: {},
    pods: {
      p: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "9" } } }] },
    },
  },
  "a device is freed": {
    slices: { s: on("n", { a: {} }) },
    claims: { one: any, two: any },
    pods: { p: ["one"], q: ["two"] },
    async then(stage) {
      await stage.client.delete(Pod, "p", { gracePeriod: 0 });
      const nothing = { status: { allocation: null, reservedFor: null } } as never;
      await stage.client.patch(ResourceClaim, "one", nothing, { subresource: "status" });
      await stage.until(Pod, "q", (pod) => !!pod?.spec.nodeName);
    },
  },
  "an allocation that nobody uses, and that is elsewhere": {
    nodes: { n: { zone: "x" }, m: { zone: "y" } },
    slices: {
      s: on("n", { a: {} }, { pool: { name: "n" } }),
      t: on("m", { a: {} }, { pool: { name: "m" } }),
    },
    claims: { one: any },
    pods: {},
    async then(stage) {
      await stage.client.patch(ResourceClaim, "one", {
        metadata: { finalizers: ["resource.kubernetes.io/delete-protection"] },
      });
      await stage.client.patch(ResourceClaim, "one", {
        status: {
          allocation: {
            devices: { results: [{ request: "r", driver: DRIVER, pool: "n", device: "a" }] },
            nodeSelector: {
              nodeSelectorTerms: [{
                matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }],
              }],
            },
          },
        },
      } as never, { subresource: "status" });
      await stage.pass(1);
      await stage.pod("p", ["one"], { nodeSelector: { zone: "y" } });
      await stage.until(Pod, "p", (pod) => !!pod?.spec.nodeName);
    },
  },
};
