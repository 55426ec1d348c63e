/** The scheduler gives pods nodes where there are devices for their claims, and these devices to the claims. */
import { fault, type TestEnv, testEnv } from "../../testing.ts";
import { createScheduler } from "../../controllers/scheduler.ts";
import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import type { Plugin } from "../../controllers/scheduler/framework/mod.ts";
import { explainPod } from "../../controllers/scheduler/why/explain_pod.ts";
import { type Client, coreV1, Node, Pod, resourceV1, silentLogger, sleep } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { assertSurvives } from "./survival.ts";

const { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } = resourceV1;

const CONTROLLERS = ["namespace", "garbagecollector", "resourceclaim", "scheduler"];
const DRIVER = "gpu.example.com";

type Request = resourceV1.DeviceRequest;

const one = (deviceClassName = "gpu", more: object = {}): Request => ({
  name: "r",
  exactly: { deviceClassName, allocationMode: "ExactCount", count: 1, ...more },
});

async function makeClass({ client }: TestEnv, name = "gpu", spec: object = {}) {
  const expression = `device.driver == "${DRIVER}"`;
  await client.create(DeviceClass, {
    metadata: { name },
    spec: { selectors: [{ cel: { expression } }], ...spec },
  });
}

/** A slice of devices of a node, which is a pool of its own. */
async function makeSlice({ client }: TestEnv, nodeName: string, devices: readonly object[]) {
  await client.create(ResourceSlice, {
    metadata: { name: nodeName },
    spec: {
      driver: DRIVER,
      nodeName,
      pool: { name: nodeName, generation: 1, resourceSliceCount: 1 },
      devices: devices as never,
    },
  });
}

/** One that nobody else puts pods onto. */
async function makeNode({ client }: TestEnv, name: string) {
  await client.create(Node, { metadata: { name } });
  await client.patch(Node, name, {
    status: { allocatable: { cpu: "8", pods: "9" } },
  }, { subresource: "status" });
  await client.patch(Node, name, { spec: { taints: null } } as never);
}

async function makeClaim({ client }: TestEnv, name: string, requests: Request[] = [one()]) {
  await client.create(ResourceClaim, { metadata: { name }, spec: { devices: { requests } } });
}

/** As if the claim had the device of a node for long. */
async function giveDevice({ client }: TestEnv, claim: string, nodeName: string) {
  await client.patch(ResourceClaim, claim, {
    status: {
      allocation: {
        devices: { results: [{ request: "r", driver: DRIVER, pool: nodeName, device: "g0" }] },
        nodeSelector: {
          nodeSelectorTerms: [{
            matchFields: [{ key: "metadata.name", operator: "In", values: [nodeName] }],
          }],
        },
      },
    },
  }, { subresource: "status" });
}

async function makeTemplate({ client }: TestEnv, name: string, requests: Request[] = [one()]) {
  await client.create(ResourceClaimTemplate, {
    metadata: { name },
    spec: { spec: { devices: { requests } } },
  });
}

async function makePod({ client }: TestEnv, name: string, claim: object) {
  return await client.create(Pod, {
    metadata: { name },
    spec: {
      containers: [{ name: "c", image: "i" }],
      resourceClaims: [{ name: "c", ...claim }],
    } as never,
  });
}

const named = (resourceClaimName: string) => ({ resourceClaimName });
const ofTemplate = (resourceClaimTemplateName: string) => ({ resourceClaimTemplateName });

async function nodeOf({ client }: TestEnv, name: string) {
  return (await client.get(Pod, name)).spec.nodeName;
}

async function messageOf({ client }: TestEnv, name: string) {
  const { status } = await client.get(Pod, name);
  return status?.conditions?.find(({ type }) => type === "PodScheduled")?.message;
}

async function devicesOf({ client }: TestEnv, claim: string) {
  const { status } = await client.get(ResourceClaim, claim);
  return status?.allocation?.devices?.results?.map(({ device }) => device);
}

async function reservedFor({ client }: TestEnv, claim: string) {
  const { status } = await client.get(ResourceClaim, claim);
  return status?.reservedFor?.map(({ name }) => name).sort();
}

for (const dialect of DIALECTS) {
  Deno.test(`a claim of a template gets a device, which the next pod has when the first is over (${dialect})`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2, dialect });
    const { client } = env;
    await env.settle("1m");
    await makeClass(env);
    await makeSlice(env, "node-2", [{ name: "g0" }]);
    await makeTemplate(env, "t");
    const { metadata: { uid } } = await makePod(env, "first", ofTemplate("t"));
    await env.settle("5s");
    assertEquals(await nodeOf(env, "first"), "node-2");
    const [claim] = (await client.list(ResourceClaim)).items;
    const { allocation, reservedFor } = claim!.status!;
    const { allocationTimestamp, ...others } = allocation!;
    assert(allocationTimestamp !== undefined);
    assertEquals(others, {
      devices: { results: [{ request: "r", driver: DRIVER, pool: "node-2", device: "g0" }] },
      nodeSelector: {
        nodeSelectorTerms: [{
          matchFields: [{ key: "metadata.name", operator: "In", values: ["node-2"] }],
        }],
      },
    });
    assertEquals(reservedFor, [{ resource: "pods", name: "first", uid }]);
    const finalizer = `resource.${NAMES[dialect].domain}/delete-protection`;
    assertEquals(claim!.metadata.finalizers, [finalizer]);
    await makePod(env, "second", ofTemplate("t"));
    await env.settle("30s");
    assertEquals(
      await messageOf(env, "second"),
      "0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, preemption: " +
        "0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    );
    await client.patch(Pod, "first", { status: { phase: "Succeeded" } }, { subresource: "status" });
    await env.settle("30s");
    assertEquals(await nodeOf(env, "second"), "node-2");
    assertEquals((await client.list(ResourceClaim)).items.length, 1);
  });
}

Deno.test("the scheduler says what a pod with claims waits for, and goes on when it has come", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  const said = async (name: string) => (await messageOf(env, name))?.split(". ")[0];
  const waits = async (name: string, message: string | undefined) => {
    await env.settle("30s");
    assertEquals(await nodeOf(env, name), undefined);
    assertEquals(await said(name), message);
  };
  await makePod(env, "p", named("c"));
  // It is not even tried.
  await waits("p", undefined);
  await makeClaim(env, "c");
  await waits("p", "0/2 nodes are available: request r: device class gpu does not exist");
  await makeClass(env);
  await waits("p", "0/2 nodes are available: 2 cannot allocate all claims");
  await makeSlice(env, "node-1", [{ name: "g0", attributes: { model: { string: "a" } } }]);
  await env.settle("30s");
  assertEquals(await nodeOf(env, "p"), "node-1");
  // Who shares the claim goes where its device is.
  await makePod(env, "q", named("c"));
  await env.settle("30s");
  assertEquals(await nodeOf(env, "q"), "node-1");
  assertEquals((await client.get(ResourceClaim, "c")).status?.reservedFor?.length, 2);
});

Deno.test("a claim that a pod names twice gets its device once", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  await env.settle("1m");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeClaim(env, "a");
  await env.client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i" }],
      resourceClaims: [{ name: "one", ...named("a") }, { name: "two", ...named("a") }],
    },
  });
  await env.settle("5s");
  assertEquals(await nodeOf(env, "p"), "node-1");
  assertEquals((await env.client.get(ResourceClaim, "a")).status?.reservedFor?.length, 1);
});

Deno.test("of two pods at once one gets the only device, and the other one says that there is none", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  await env.settle("1m");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeClaim(env, "a");
  await makeClaim(env, "b");
  await Promise.all([makePod(env, "p", named("a")), makePod(env, "q", named("b"))]);
  await env.settle("30s");
  const nodes = [await nodeOf(env, "p"), await nodeOf(env, "q")];
  assertEquals(nodes.filter((one) => one !== undefined), ["node-1"]);
  const given = [await devicesOf(env, "a"), await devicesOf(env, "b")];
  assertEquals(given.filter((one) => one !== undefined), [["g0"]]);
});

Deno.test("a pod waits until the driver says that its device is ready, and gets another one where it never is", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  await makeClass(env);
  const slow = { bindingConditions: ["Ready"], bindingFailureConditions: ["Broken"] };
  await makeSlice(env, "node-1", [{ name: "g0", ...slow }]);
  await makeClaim(env, "a");
  await makePod(env, "p", named("a"));
  await env.settle("1m");
  assertEquals(await nodeOf(env, "p"), undefined);
  assertEquals((await client.get(Pod, "p")).status?.nominatedNodeName, "node-1");
  const [event] = (await client.list(coreV1.Event)).items
    .filter(({ reason }) => reason === "BindingConditionsPending");
  assertEquals(event?.message, "waiting for binding conditions for device on node node-1");
  const says = (claim: string, type: string, pool: string, device: string) =>
    client.patch(ResourceClaim, claim, {
      status: {
        devices: [{
          driver: DRIVER,
          pool,
          device,
          conditions: [{
            type,
            status: "True",
            reason: "Said",
            message: "by its driver",
            lastTransitionTime: new Date(env.clock.now()).toISOString(),
          }],
        }],
      },
    } as never, { subresource: "status" });
  await says("a", "Ready", "node-1", "g0");
  await env.settle("6s");
  assertEquals(await nodeOf(env, "p"), "node-1");

  await makeClaim(env, "b");
  await makeSlice(env, "node-2", [{ name: "g1", ...slow }]);
  await makePod(env, "q", named("b"));
  await env.settle("10s");
  assertEquals(await devicesOf(env, "b"), ["g1"]);
  await says("b", "Broken", "node-2", "g1");
  await env.settle("6s");
  assertEquals(
    await messageOf(env, "q"),
    'running PreBind plugin "DynamicResources": device binding failed: claim=b, reason=Said, ' +
      'message="by its driver"',
  );
  await client.patch(ResourceSlice, "node-2", { spec: { devices: [{ name: "g2" }] } });
  // What is broken is given back, and something else is found.
  await env.settle("1m");
  assertEquals(await devicesOf(env, "b"), ["g2"]);
  assertEquals(await nodeOf(env, "q"), "node-2");
});

Deno.test("a pod is given other devices where its own are not ready in time", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await env.settle("1m");
  await makeClass(env);
  await makeSlice(env, "node-1", [{
    name: "g0",
    bindingConditions: ["Ready"],
    bindingFailureConditions: ["Broken"],
  }]);
  await makeClaim(env, "a");
  await makePod(env, "p", named("a"));
  await env.settle("5m");
  await client.patch(ResourceSlice, "node-1", { spec: { devices: [{ name: "g1" }] } });
  await env.settle("4m");
  assertEquals(await devicesOf(env, "a"), ["g0"]);
  await env.settle("2m");
  assertEquals(await devicesOf(env, "a"), ["g1"]);
  assertEquals(await nodeOf(env, "p"), "node-1");
});

Deno.test("what a pod asks its node for by name may be devices: it gets a claim, which goes with it", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  const make = (name: string, count: number) =>
    client.create(Pod, {
      metadata: { name },
      spec: {
        containers: [{
          name: "c",
          image: "i",
          resources: { limits: { "example.com/gpu": `${count}` } },
        }],
      },
    });
  await make("p", 2);
  await env.settle("5s");
  assertEquals(
    (await messageOf(env, "p"))?.split(". ")[0],
    "0/2 nodes are available: 2 Insufficient example.com/gpu",
  );
  await makeSlice(env, "node-2", [{ name: "g0" }, { name: "g1" }, { name: "g2" }]);
  await makeClass(env, "gpu", { extendedResourceName: "example.com/gpu" });
  await env.settle("30s");
  assertEquals(await nodeOf(env, "p"), "node-2");
  const [claim] = (await client.list(ResourceClaim)).items;
  assertEquals(await devicesOf(env, claim!.metadata.name), ["g0", "g1"]);
  assertEquals((await client.get(Pod, "p")).status?.extendedResourceClaimStatus, {
    resourceClaimName: claim!.metadata.name,
    requestMappings: [{
      containerName: "c",
      resourceName: "example.com/gpu",
      requestName: "container-0-request-0",
    }],
  });
  await make("q", 2);
  await env.settle("30s");
  assertEquals(await nodeOf(env, "q"), undefined);
  await client.patch(Pod, "p", { status: { phase: "Succeeded" } }, { subresource: "status" });
  await env.settle("30s");
  assertEquals(await nodeOf(env, "q"), "node-2");
  assertEquals((await client.list(ResourceClaim)).items.length, 1);
});

Deno.test("a node that has a resource by itself no longer is tried for its devices", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "node-1");
  const allocatable = (gpus: string | null) =>
    client.patch(Node, "node-1", {
      status: { allocatable: { "example.com/gpu": gpus } },
    } as never, { subresource: "status" });
  await allocatable("1");
  await makeClass(env, "gpu", { extendedResourceName: "example.com/gpu" });
  await makeSlice(env, "node-1", [{ name: "g0" }, { name: "g1" }]);
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i", resources: { limits: { "example.com/gpu": "2" } } }],
    },
  });
  await env.settle("5s");
  assertEquals(
    (await messageOf(env, "p"))?.split(". ")[0],
    "0/1 nodes are available: 1 Insufficient example.com/gpu",
  );
  await allocatable(null);
  await env.settle("30s");
  assertEquals(await nodeOf(env, "p"), "node-1");
});

Deno.test("devices that nobody uses are given back for a pod that can't be where they are", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeSlice(env, "node-2", [{ name: "g1" }]);
  await makeClaim(env, "a");
  await giveDevice(env, "a", "node-1");
  await client.patch(Node, "node-1", { spec: { unschedulable: true } });
  await makePod(env, "p", named("a"));
  await env.settle("1m");
  assertEquals(await nodeOf(env, "p"), "node-2");
  assertEquals(await devicesOf(env, "a"), ["g1"]);
});

Deno.test("explainPod() says what devices have to do with it, and frees none", async () => {
  await using env = await testEnv({
    controllers: CONTROLLERS.filter((one) => one !== "scheduler"),
    nodes: 0,
  });
  const { client } = env;
  for (const name of ["node-1", "node-2"]) await makeNode(env, name);
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeClaim(env, "a");
  await makePod(env, "p", named("a"));
  // One may ask again and again.
  await using informers = new SharedInformers(client);
  const explained = async () => {
    return await explainPod({
      client,
      informers,
      clock: env.clock,
      logger: silentLogger,
      metrics: new Registry(),
      random: () => 0,
    }, {
      place: { namespace: "default", name: "p" },
      profiles: [{ schedulerName: "default-scheduler" }],
      signal: new AbortController().signal,
    });
  };
  const found = await explained();
  assertEquals(found.best, "node-1");
  assertEquals(found.nodes.find(({ name }) => name === "node-2")?.rejections, [{
    plugin: "DynamicResources",
    code: "UnschedulableAndUnresolvable",
    reasons: ["cannot allocate all claims"],
  }]);
  await giveDevice(env, "a", "node-3");
  assertEquals(
    (await explained()).message,
    "0/2 nodes are available: 2 resourceclaim not available on the node. " +
      "deallocation of ResourceClaim completed, preemption: 0/2 nodes are available: " +
      "2 Preemption is not helpful for scheduling.",
  );
  assertEquals(await devicesOf(env, "a"), ["g0"]);
});

Deno.test("a pod that found no device because another was about to get it is tried when that comes to nothing", async () => {
  await using env = await testEnv({
    controllers: CONTROLLERS.filter((one) => one !== "scheduler"),
    nodes: 0,
  });
  await makeNode(env, "node-1");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  for (const name of ["a", "b"]) await makeClaim(env, name);
  const inVain: Plugin = {
    name: "InVain",
    permit: (_, { name }) => name === "p" ? { waitMs: 20_000 } : undefined,
  };
  const never = { how: "killed", at: Infinity } as const;
  await using _ = new Mortal(env, (parts) => createScheduler(parts, { plugins: [inVain] }), never);
  await makePod(env, "p", named("a"));
  await env.settle("5s");
  await makePod(env, "q", named("b"));
  await env.settle("10s");
  assertEquals(
    (await messageOf(env, "q"))?.split(". ")[0],
    "0/1 nodes are available: 1 cannot allocate all claims",
  );
  await env.settle("10s");
  assertEquals(await nodeOf(env, "q"), "node-1");
  assertEquals([await devicesOf(env, "a"), await devicesOf(env, "b")], [undefined, ["g0"]]);
});

Deno.test("nobody gets the device of a claim whose answer has not come", async () => {
  await using env = await testEnv({
    controllers: CONTROLLERS.filter((one) => one !== "scheduler"),
    nodes: 0,
  });
  await makeNode(env, "node-1");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  for (const name of ["a", "b"]) await makeClaim(env, name);
  // The allocation is the second write: that of the finalizer comes before it.
  for (const at of [1, 2, 3]) {
    await using mortal = new Mortal(env, (parts) => createScheduler(parts), { how: "lost", at });
    for (const name of ["a", "b"]) await makePod(env, `${name}-${at}`, named(name));
    await mortal.settle("2m");
    const given = [await devicesOf(env, "a"), await devicesOf(env, "b")];
    assertEquals(given.filter((one) => one !== undefined), [["g0"]], `${at}`);
    for (const name of ["a", "b"]) {
      await env.client.delete(Pod, `${name}-${at}`, { gracePeriod: 0 });
    }
    await mortal.settle("1m");
  }
});

Deno.test("a pod reserves its claim again, where it is not known whether it has left it", async () => {
  await using env = await testEnv({
    controllers: ["namespace", "garbagecollector", "scheduler"],
    faultsOn: ["scheduler"],
    faults: [
      fault.reject({ verb: "create", kind: Pod, reason: "InternalError" }),
      fault.loseAnswer({ verb: "patch", kind: ResourceClaim }),
      fault.holdCache({ kind: ResourceClaim, times: 9, for: "2m" }),
    ],
    nodes: 1,
  });
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeClaim(env, "a");
  await env.settle("3m");
  await makePod(env, "p", named("a"));
  await env.settle("1m");
  assertEquals(await nodeOf(env, "p"), "node-1");
  assertEquals(await reservedFor(env, "a"), ["p"]);
  const met = env.trace.filter((line) => /fault: (reject|loseAnswer)/.test(line));
  assertEquals(met.length, 2);
});

Deno.test("a pod reserves its claim again once it has left it, though others leave it faster", async () => {
  await using env = await testEnv({
    controllers: ["namespace", "garbagecollector"],
    nodes: 0,
  });
  const { clock } = env;
  await makeNode(env, "node-1");
  await makeClass(env);
  await makeSlice(env, "node-1", [{ name: "g0" }]);
  await makeClaim(env, "a");
  const { signal } = new AbortController();
  // They leave it at the same time: both have reserved it by then.
  const endMs = clock.monotonic() + 20_000;
  const tried = new Set<string>();
  const failsOnce: Plugin = {
    name: "FailsOnce",
    async preBind(_, { name }) {
      if (tried.has(name)) return undefined;
      tried.add(name);
      await sleep(clock, endMs - clock.monotonic(), signal);
      throw new Error("not yet");
    },
  };
  let left = 0;
  const slow = (client: Client) =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name !== "patch") return value.bind(target);
        return async (kind: unknown, ...others: unknown[]) => {
          if (kind === ResourceClaim && left++ === 0) await sleep(clock, 30_000, signal);
          return await value.call(target, kind, ...others);
        };
      },
    });
  const make = (parts: LoopParts) =>
    createScheduler({ ...parts, client: slow(parts.client) }, { plugins: [failsOnce] });
  await using _ = new Mortal(env, make, { how: "killed", at: Infinity });
  for (const name of ["p", "q"]) await makePod(env, name, named("a"));
  await env.settle("2m");
  assert(left >= 2);
  for (const name of ["p", "q"]) assertEquals(await nodeOf(env, name), "node-1");
  assertEquals(await reservedFor(env, "a"), ["p", "q"]);
});

for (const how of ["killed", "lost"] as const) {
  Deno.test(`pods get their devices whatever write the scheduler is stopped at (${how})`, async () => {
    await assertSurvives({
      controllers: CONTROLLERS.filter((one) => one !== "scheduler"),
      nodes: 0,
      make: (parts) => createScheduler(parts),
      async play(env, settle) {
        for (const name of ["node-1", "node-2", "node-3"]) await makeNode(env, name);
        await makeClass(env, "gpu", { extendedResourceName: "example.com/gpu" });
        await makeTemplate(env, "t");
        await makeClaim(env, "shared");
        for (const node of ["node-1", "node-2"]) {
          await makeSlice(env, node, [{ name: "g0" }, { name: "g1" }]);
        }
        for (const name of ["a", "b", "c"]) await makePod(env, name, ofTemplate("t"));
        for (const name of ["d", "e"]) await makePod(env, name, named("shared"));
        await settle();
        for (const name of ["a", "b"]) {
          await env.client.patch(Pod, name, { status: { phase: "Succeeded" } }, {
            subresource: "status",
          });
        }
        for (const name of ["f", "g"]) {
          await env.client.create(Pod, {
            metadata: { name },
            spec: {
              containers: [{
                name: "c",
                image: "i",
                resources: { limits: { "example.com/gpu": "1" } },
              }],
            },
          });
        }
        await settle();
        await settle();
      },
      async end(client) {
        const claims = (await client.list(ResourceClaim)).items;
        const given = claims.flatMap(({ status }) =>
          status?.allocation?.devices?.results?.map(({ pool, device }) => `${pool}/${device}`) ?? []
        );
        assertEquals(new Set(given).size, given.length, "no device is given twice");
        const pods = (await client.list(Pod)).items;
        return {
          claims: claims.length,
          given: given.length,
          reserved: claims.map(({ status }) => status?.reservedFor?.length ?? 0).sort(),
          pods: pods.map(({ metadata, spec }) => [metadata.name, spec.nodeName !== undefined]),
        };
      },
    }, how);
  });
}
