/** Pods leave devices whose taints their claims don't bear. */
import { coreV1, Pod, resourceV1 } from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { createDeviceTaintEvictionController } from "../../controllers/device_taint_eviction.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";

const { ResourceClaim, ResourceSlice } = resourceV1;
type Taint = resourceV1.DeviceTaint;
type Toleration = resourceV1.DeviceToleration;

const NAMESPACE = "default";
const CONTROLLERS = ["namespace", "garbagecollector", "device-taint-eviction"];
const TAINT: Taint = { key: "broken", effect: "NoExecute" };
const MARKED = "Normal DeviceTaintManagerEviction p: Marking for deletion";
const CALLED_BACK = "Normal DeviceTaintManagerEviction p: Cancelling deletion";

const bears = (tolerationSeconds?: number): Toleration => ({
  key: "broken",
  operator: "Exists",
  effect: "NoExecute",
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

/** Devices, and a pod that has one of them. */
class Devices {
  constructor(readonly env: TestEnv) {}

  /** A slice of a pool with a device that has these taints. */
  async offer(name: string, taints: Taint[], generation = 1, device = "d"): Promise<void> {
    const spec = {
      driver: "example.com",
      nodeName: "n",
      pool: { name: "pool", generation, resourceSliceCount: 1 },
      devices: [{ name: device, taints }],
    };
    const { client } = this.env;
    const there = await client.find(ResourceSlice, name);
    if (there === undefined) await client.create(ResourceSlice, { metadata: { name }, spec });
    else await client.replace(ResourceSlice, { ...there, spec });
  }

  /** A pod with a claim that has the device. */
  async claimed(tolerations: Toleration[], node = "n"): Promise<void> {
    const { client } = this.env;
    const claims = client.with({ namespace: NAMESPACE });
    const requests = [{ name: "r", exactly: { deviceClassName: "c", tolerations } }];
    await claims.create(ResourceClaim, {
      metadata: { name: "c" },
      spec: { devices: { requests } },
    });
    const pod = await claims.create(Pod, {
      metadata: { name: "p" },
      spec: {
        ...(node !== "" && { nodeName: node }),
        containers: [{ name: "c", image: "i" }],
        resourceClaims: [{ name: "c", resourceClaimName: "c" }],
      },
    });
    const device = { request: "r", driver: "example.com", pool: "pool", device: "d" };
    await claims.patch(ResourceClaim, "c", {
      status: {
        allocation: { devices: { results: [{ ...device, tolerations }] } },
        reservedFor: [{ resource: "pods", name: "p", uid: pod.metadata.uid }],
      },
    } as never, { subresource: "status" });
  }

  /** The pods that are there and do not go, and what was told. */
  async outcome(): Promise<[pods: string[], told: string[]]> {
    const { client } = this.env;
    const { items: pods } = await client.list(Pod, { namespace: NAMESPACE });
    const { items: events } = await client.list(coreV1.Event, { namespace: NAMESPACE });
    return [
      pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name),
      events.map(({ type, reason, involvedObject, message }) =>
        `${type} ${reason} ${involvedObject.name}: ${message}`
      ),
    ];
  }
}

async function withDevices(
  act: (devices: Devices, env: TestEnv) => Promise<void>,
  dialect: (typeof DIALECTS)[number] = "orch",
): Promise<void> {
  await using env = await testEnv({ controllers: CONTROLLERS, dialect });
  await act(new Devices(env), env);
}

for (const dialect of DIALECTS) {
  Deno.test(`a pod goes when its device breaks, and the claim does not bear it (${dialect})`, () =>
    withDevices(async (devices, env) => {
      await devices.offer("s", []);
      await devices.claimed([]);
      await env.settle("1m");
      assertEquals(await devices.outcome(), [["p"], []]);
      await devices.offer("s", [TAINT]);
      await env.settle();
      assertEquals(await devices.outcome(), [[], [MARKED]]);
    }, dialect));
}

Deno.test("a pod that comes to a broken device goes at once, and one without a node stays", () =>
  withDevices(async (devices, env) => {
    await devices.offer("s", [TAINT]);
    await devices.claimed([], "");
    await env.settle("30m");
    assertEquals(await devices.outcome(), [["p"], []]);
    await env.client.fetch(`/api/v1/namespaces/${NAMESPACE}/pods/p/binding`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      }),
    });
    await env.settle();
    assertEquals(await devices.outcome(), [[], [MARKED]]);
  }));

Deno.test("a pod has the time that its claim bears, from when the taint was added", () =>
  withDevices(async (devices, env) => {
    await devices.offer("s", [TAINT]);
    await env.settle("20s");
    await devices.claimed([bears(60)]);
    await env.settle("39s");
    assertEquals(await devices.outcome(), [["p"], []]);
    await env.settle("1s");
    assertEquals(await devices.outcome(), [[], [MARKED]]);
  }));

Deno.test("a pod stays when its device is mended in time, and is told", () =>
  withDevices(async (devices, env) => {
    await devices.offer("s", [TAINT]);
    await devices.claimed([bears(60)]);
    await env.settle("30s");
    await devices.offer("s", []);
    await env.settle("30m");
    assertEquals(await devices.outcome(), [["p"], [CALLED_BACK]]);
  }));

Deno.test("a pod stays whose claim bears the taint for ever, or that only new ones are kept from", () =>
  withDevices(async (devices, env) => {
    await devices.offer("s", [TAINT, { key: "full", effect: "NoSchedule" }]);
    await devices.claimed([bears()]);
    await env.settle("50m");
    assertEquals(await devices.outcome(), [["p"], []]);
  }));

Deno.test("what an older slice of a pool says does not count", () =>
  withDevices(async (devices, env) => {
    await devices.offer("old", [TAINT], 1);
    await devices.claimed([bears(60)]);
    await env.settle("30s");
    await devices.offer("new", [], 2);
    await env.settle("30m");
    assertEquals(await devices.outcome(), [["p"], [CALLED_BACK]]);
    await devices.offer("new", [TAINT], 3);
    await env.settle("30m");
    assertEquals((await devices.outcome())[0], []);
  }));

Deno.test("a device that is nobody's drives nobody away, and neither does a claim that is somebody else's", () =>
  withDevices(async (devices, env) => {
    await devices.claimed([]);
    await devices.offer("s", [TAINT], 1, "other");
    await env.settle("30m");
    assertEquals(await devices.outcome(), [["p"], []]);
    await env.client.patch(ResourceClaim, { namespace: NAMESPACE, name: "c" }, {
      status: { reservedFor: [{ resource: "pods", name: "p", uid: "another" }] },
    } as never, { subresource: "status" });
    await devices.offer("s", [TAINT]);
    await env.settle("30m");
    assertEquals(await devices.outcome(), [["p"], []]);
  }));

for (const how of ["killed", "lost"] as const) {
  Deno.test(`whatever write it is ${how} at, the pod goes`, async () => {
    for (let at = 1;; at++) {
      await using env = await testEnv({ controllers: CONTROLLERS.slice(0, 2) });
      const devices = new Devices(env);
      await devices.offer("s", [TAINT]);
      await devices.claimed([]);
      await using mortal = new Mortal(env, createDeviceTaintEvictionController, { how, at });
      await mortal.settle("10m");
      assertEquals((await devices.outcome())[0], [], `${how} at its write ${at}`);
      if (mortal.writes < at) break;
    }
  });
}
