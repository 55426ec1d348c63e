import { type TestEnv, testEnv } from "../../testing.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { coreV1, Job, Lease, Node, Pod, silentLogger } from "../../toolkit/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { createSimulatedNodes, type SimulatedNodesOptions } from "./mod.ts";

const NOW = "2026-02-03T04:05:06Z";
const containers = [{ name: "c", image: "i" }];
const PREFIX = "simulated.orch.io/";

/** Nodes that can be ended and started again. */
async function start(env: TestEnv, options: SimulatedNodesOptions) {
  const { client, clock } = env;
  const stop = new AbortController();
  const nodes = createSimulatedNodes(
    { client, clock, logger: silentLogger, random: () => 0.5 },
    options,
  );
  const over = nodes.run({ signal: stop.signal, started() {} });
  await env.settle();
  return {
    nodes,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await over;
    },
  };
}

async function makePod(
  env: TestEnv,
  name: string,
  says: Record<string, string> = {},
  spec: object = {},
): Promise<void> {
  const annotations = Object.fromEntries(
    Object.entries(says).map(([key, value]) => [PREFIX + key, value]),
  );
  await env.client.create(Pod, {
    metadata: { name, annotations },
    spec: { containers, nodeName: "node-1", ...spec },
  });
  await env.settle();
}

const statusOf = async (env: TestEnv, name: string) => (await env.client.get(Pod, name)).status!;

for (const dialect of DIALECTS) {
  Deno.test(`nodes register, hold leases, and tell that they are well, ${dialect}`, async () => {
    await using env = await testEnv({ now: NOW, dialect });
    const { client } = env;
    const names = NAMES[dialect];
    const taint = { key: "example.com/t", value: "v", effect: "NoSchedule" as const };
    await using _ = await start(env, {
      count: 2,
      labels: { "example.com/pool": "a" },
      taints: [taint],
      isSchedulable: false,
      capacity: { cpu: "4000m", pods: "10" },
      port: 10250,
      address: "192.0.2.7",
    });
    const { items } = await client.list(Node);
    assertEquals(items.map(({ metadata }) => metadata.name), ["node-1", "node-2"]);
    const { metadata, spec, status } = items[0]!;
    assertEquals(metadata.labels?.["example.com/pool"], "a");
    assertEquals(metadata.labels?.[names.labelHostName], "node-1");
    assertEquals(metadata.labels?.[names.labelArch], "amd64");
    assertEquals(spec.unschedulable, true);
    assertEquals(spec.taints?.[0]?.key, "example.com/t");
    assertEquals(status?.capacity, { cpu: "4", pods: "10" });
    assertEquals(status?.allocatable, { cpu: "4", pods: "10" });
    assertEquals(status?.addresses?.[0], { type: "InternalIP", address: "192.0.2.7" });
    assertEquals(status?.daemonEndpoints?.kubeletEndpoint?.Port, 10250);
    // Scripts ask whether the last one is true.
    const types = status?.conditions?.map(({ type }) => type);
    assertEquals(types, ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"]);
    const place = { namespace: names.namespaceNodeLeases, name: "node-2" };
    const lease = await client.get(Lease, place);
    assertEquals(lease.spec?.holderIdentity, "node-2");
    assertEquals(lease.spec?.leaseDurationSeconds, 40);
    assertEquals(lease.metadata.ownerReferences?.[0]?.uid, items[1]!.metadata.uid);
    for (let times = 0; times < 12; times++) {
      await env.settle("10s");
      const { spec } = await client.get(Lease, place);
      const age = env.clock.now() - Date.parse(spec!.renewTime!);
      assert(age <= 10_000, `${age} ms at ${times}`);
    }
    const heartbeat = async () =>
      (await client.get(Node, "node-1")).status?.conditions?.[0]?.lastHeartbeatTime;
    assertEquals(await heartbeat(), NOW);
    await env.settle("5m");
    const next = await heartbeat();
    assert(next! > NOW);
    const { status: later } = await client.get(Node, "node-1");
    assertEquals(later?.conditions?.[0]?.lastTransitionTime, NOW);
  });
}

Deno.test("a node that somebody deletes registers again, and its lease is there again", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  const { metadata: { uid } } = await client.get(Node, "node-1");
  await client.delete(Node, "node-1");
  await env.settle("1m");
  assert((await client.get(Node, "node-1")).metadata.uid !== uid);
  const place = { namespace: "kube-node-lease", name: "node-1" };
  await client.delete(Lease, place).catch(() => {});
  await env.settle("10s");
  assertEquals((await client.get(Lease, place)).spec?.holderIdentity, "node-1");
});

Deno.test("a pod that goes on for longer than any timer is looked at all the same", async () => {
  await using env = await testEnv({ now: NOW });
  const { client, clock } = env;
  const failures: string[] = [];
  const note = (message: string) => void failures.push(message);
  const logger = { ...silentLogger, error: note, warning: note };
  const nodes = createSimulatedNodes({ client, clock, logger, random: () => 0.5 }, { count: 1 });
  const stop = new AbortController();
  const over = nodes.run({ signal: stop.signal, started() {} });
  await env.settle();
  const command = ["sleep", "9".repeat(100)];
  await makePod(env, "p", {}, { containers: [{ name: "c", image: "i", command }] });
  await env.settle("1m");
  assertEquals((await client.get(Pod, "p")).status?.phase, "Running");
  stop.abort();
  await over;
  assertEquals(failures, []);
});

/** Ports of a second pod on a node where one has TCP port 80 of 10.0.0.1, and UDP port 53 everywhere. */
const HOST_PORTS: readonly (readonly [
  name: string,
  port: object,
  phase: string,
])[] = [
  ["the same", { hostPort: 80, hostIP: "10.0.0.1" }, "Failed"],
  ["everywhere", { hostPort: 80 }, "Failed"],
  ["of another address", { hostPort: 80, hostIP: "10.0.0.2" }, "Running"],
  ["of another protocol", { hostPort: 80, hostIP: "10.0.0.1", protocol: "UDP" }, "Running"],
  ["of one address, taken on all", { hostPort: 53, hostIP: "10.0.0.2", protocol: "UDP" }, "Failed"],
  ["of nothing but itself", { containerPort: 80 }, "Running"],
];

for (const [name, port, phase] of HOST_PORTS) {
  Deno.test(`a port of a node is one pod's: ${name}`, async () => {
    await using env = await testEnv({ now: NOW });
    const { client } = env;
    await using _ = await start(env, { count: 2, recordsEvents: true });
    const pod = (name: string, nodeName: string, ...ports: object[]) =>
      client.create(Pod, {
        metadata: { name, namespace: "default" },
        spec: {
          nodeName,
          containers: [{
            name: "c",
            image: "i",
            ports: ports.map((one) => ({ containerPort: 80, protocol: "TCP", ...one })) as never,
          }],
        },
      });
    const first = [{ hostPort: 80, hostIP: "10.0.0.1" }, { hostPort: 53, protocol: "UDP" }];
    await pod("first", "node-1", ...first);
    await env.settle();
    await pod("second", "node-1", port);
    await pod("elsewhere", "node-2", port);
    await env.settle();
    const place = (name: string) => ({ name, namespace: "default" });
    const { status } = await client.get(Pod, place("second"));
    const reason = phase === "Failed" ? "NodePorts" : undefined;
    assertEquals([status?.phase, status?.reason], [phase, reason]);
    assertEquals([status?.startTime, status?.observedGeneration], [NOW, 1]);
    const told = (await client.list(coreV1.Event)).items.flatMap((
      { type, reason, message, involvedObject },
    ) => reason === "NodePorts" ? [`${type} ${involvedObject.name}: ${message}`] : []);
    const refusal =
      "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
    assertEquals(told, phase === "Failed" ? [`Warning second: ${refusal}`] : []);
    assertEquals((await client.get(Pod, place("first"))).status?.phase, "Running");
    assertEquals((await client.get(Pod, place("elsewhere"))).status?.phase, "Running");
    // Once it is free another pod gets it.
    await client.delete(Pod, place("first"));
    await env.settle();
    await pod("third", "node-1", ...first.slice(0, phase === "Failed" ? 2 : 0));
    await env.settle();
    assertEquals((await client.get(Pod, place("third"))).status?.phase, "Running");
  });
}

Deno.test("what others add to a node's capacity can be used as long as it is there", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  const name = "example.com/gpu";
  for (const amount of ["2", "3", null]) {
    await client.patch(Node, "node-1", { status: { capacity: { [name]: amount } } } as never, {
      subresource: "status",
    });
    await env.settle();
    const { status } = await client.get(Node, "node-1");
    assertEquals(status?.allocatable?.[name], amount ?? undefined);
    assertEquals(status?.allocatable?.["pods"], status?.capacity?.["pods"]);
  }
});

Deno.test("a node is well again where somebody says that it is not, and stays as large as it is said", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  const lost = { type: "Ready", status: "Unknown", reason: "NodeStatusUnknown" } as const;
  const own = { type: "example.com/Own", status: "True" } as const;
  await client.patch(Node, "node-1", {
    metadata: { labels: { [NAMES.kubernetes.labelOs]: "plan9" } },
  });
  await client.patch(Node, "node-1", {
    status: { conditions: [lost, own], capacity: { cpu: "64", "example.com/gpu": "2" } },
  } as never, { subresource: "status" });
  await env.settle();
  const { status, metadata } = await client.get(Node, "node-1");
  const told = Object.fromEntries(status!.conditions!.map(({ type, status }) => [type, status]));
  assertEquals(told["Ready"], "True");
  assertEquals(told["example.com/Own"], "True");
  assertEquals(told["DiskPressure"], "False");
  assertEquals(status?.capacity?.["cpu"], "64");
  assertEquals(status?.capacity?.["example.com/gpu"], "2");
  assertEquals(metadata.labels?.[NAMES.kubernetes.labelOs], "linux");
  await env.settle("1m");
  const { metadata: { resourceVersion } } = await client.get(Node, "node-1");
  assertEquals(
    resourceVersion,
    metadata.resourceVersion,
    "nothing is written that is as it should be",
  );
});

Deno.test("what runs is not written again, and others' conditions stay", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  await makePod(env, "p", {}, { readinessGates: [{ conditionType: "example.com/gate" }] });
  const ready = async () =>
    (await statusOf(env, "p")).conditions?.find(({ type }) => type === "Ready");
  const message =
    'corresponding condition of pod readiness gate "example.com/gate" does not exist.';
  assertEquals([(await ready())?.reason, (await ready())?.message], [
    "ReadinessGatesNotReady",
    message,
  ]);
  const gate = { type: "example.com/gate", status: "True" } as const;
  await client.patch(Pod, "p", { status: { conditions: [gate] } } as never, {
    subresource: "status",
    strategic: true,
  });
  await env.settle();
  assertEquals([(await ready())?.status, (await ready())?.reason], ["True", undefined]);
  const { conditions } = await statusOf(env, "p");
  assert(conditions!.some(({ type }) => type === "example.com/gate"));
  const { metadata: { resourceVersion } } = await client.get(Pod, "p");
  await env.settle("1h");
  assertEquals((await client.get(Pod, "p")).metadata.resourceVersion, resourceVersion);
});

Deno.test("pods have addresses of their node's range, each its own", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await client.create(Node, {
    metadata: { name: "node-1" },
    spec: { podCIDR: "10.9.8.0/30", podCIDRs: ["10.9.8.0/30"] },
  });
  await using _ = await start(env, { count: 2 });
  for (const name of ["a", "b", "c"]) await makePod(env, name);
  await makePod(env, "host", {}, { hostNetwork: true });
  await makePod(env, "other", {}, { nodeName: "node-2" });
  const ipOf = async (name: string) => (await statusOf(env, name)).podIP;
  assertEquals(await Promise.all(["a", "b", "host", "other"].map(ipOf)), [
    "10.9.8.1",
    "10.9.8.2",
    "127.0.0.1",
    "10.128.1.1",
  ]);
  const { phase, podIP, containerStatuses } = await statusOf(env, "c");
  assertEquals([phase, podIP], ["Pending", undefined]);
  assertEquals(
    containerStatuses?.[0]?.state?.waiting?.message,
    "no address of the node's range is free",
  );
  await client.delete(Pod, "a");
  await env.settle("10s");
  assertEquals([await ipOf("c"), (await statusOf(env, "c")).phase], ["10.9.8.1", "Running"]);
});

Deno.test("an annotation that can't be read is what a pod waits for", async () => {
  await using env = await testEnv({ now: NOW });
  await using _ = await start(env, { count: 1 });
  await makePod(env, "p", { "run-for": "a while" });
  const { phase, containerStatuses } = await statusOf(env, "p");
  const { reason, message } = containerStatuses![0]!.state!.waiting!;
  assertEquals([phase, reason], ["Pending", "CreateContainerConfigError"]);
  assert(message!.startsWith("annotation simulated.orch.io/run-for: "), message);
  const mended = { metadata: { annotations: { [`${PREFIX}run-for`]: null } } } as never;
  await env.client.patch(Pod, "p", mended);
  await env.settle();
  assertEquals((await statusOf(env, "p")).phase, "Running");
});

Deno.test("a pod of more containers than anybody needs does not start, and goes when it is deleted", async () => {
  await using env = await testEnv({ now: NOW });
  await using _ = await start(env, { count: 1 });
  const many = Array.from({ length: 251 }, (_, at) => ({ name: `c${at}`, image: "i" }));
  await makePod(env, "fits", {}, { containers: many.slice(1) });
  assertEquals((await statusOf(env, "fits")).phase, "Running");
  await makePod(env, "p", {}, { containers: many });
  const { phase, containerStatuses } = await statusOf(env, "p");
  const { reason, message } = containerStatuses![250]!.state!.waiting!;
  assertEquals([phase, reason], ["Pending", "CreateContainerConfigError"]);
  assertEquals(message, "the pod has 251 containers: a simulated node runs 250");
  await env.client.delete(Pod, "p");
  await env.settle();
  assertEquals(await env.client.find(Pod, "p"), undefined);
});

Deno.test("a pod that is deleted ends before it goes, within its time", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  await makePod(env, "p", { "stop-after": "5s" });
  await client.delete(Pod, "p");
  await env.settle("4s");
  assertEquals((await statusOf(env, "p")).phase, "Running");
  await env.settle("1s");
  assertEquals(await client.find(Pod, "p"), undefined);

  await makePod(env, "held", {});
  await client.patch(Pod, "held", { metadata: { finalizers: ["example.com/held"] } });
  await client.delete(Pod, "held");
  await env.settle("1m");
  const { status, metadata } = await client.get(Pod, "held");
  assertEquals([status?.phase, metadata.deletionGracePeriodSeconds], ["Succeeded", 0]);
  await env.settle("1m");
  assertEquals((await client.get(Pod, "held")).metadata.resourceVersion, metadata.resourceVersion);
  await client.patch(Pod, "held", { metadata: { finalizers: null } } as never);
  assertEquals(await client.find(Pod, "held"), undefined);

  await makePod(env, "work", {}, { restartPolicy: "Never" });
  await client.patch(Pod, "work", { metadata: { finalizers: ["example.com/held"] } });
  await client.delete(Pod, "work");
  await env.settle("1m");
  const work = await statusOf(env, "work");
  const { exitCode } = work.containerStatuses![0]!.state!.terminated!;
  assertEquals([work.phase, exitCode], ["Failed", 143], "it has not done its work");

  // Deleted before it had begun.
  await makePod(env, "slow", { "start-after": "1h" });
  await client.delete(Pod, "slow");
  await env.settle();
  assertEquals(await client.find(Pod, "slow"), undefined);

  await makePod(env, "stuck", { never: "stopped" });
  await client.delete(Pod, "stuck");
  await env.settle("1h");
  assertEquals((await statusOf(env, "stuck")).phase, "Running");
  await client.delete(Pod, "stuck", { gracePeriod: 0 });
  await env.settle();
  assertEquals(await client.find(Pod, "stuck"), undefined);
});

Deno.test("another process takes over what runs as it is", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  {
    await using _ = await start(env, { count: 1 });
    await makePod(env, "still");
    await makePod(env, "ends", { "run-for": "20s" }, { restartPolicy: "Never" });
    await makePod(env, "rests", { "run-for": "1s", "exit-code": "3" });
    await makePod(env, "goes", { "stop-after": "10s" });
    await env.settle("2s");
  }
  const before = await client.get(Pod, "still");
  const rested = (await statusOf(env, "rests")).containerStatuses![0]!;
  assertEquals([rested.restartCount, rested.state?.waiting?.reason], [1, "CrashLoopBackOff"]);
  await client.delete(Pod, "goes");
  await env.settle("30s");
  await makePod(env, "new");
  assertEquals((await statusOf(env, "new")).phase, "Pending");
  {
    await using _ = await start(env, { count: 1 });
    const after = await client.get(Pod, "still");
    assertEquals(after.metadata.resourceVersion, before.metadata.resourceVersion);
    const ended = await statusOf(env, "ends");
    assertEquals(ended.phase, "Succeeded");
    const { finishedAt } = ended.containerStatuses![0]!.state!.terminated!;
    assertEquals(finishedAt, "2026-02-03T04:05:26Z", "when it was due");
    assertEquals(await client.find(Pod, "goes"), undefined);
    const ips = (await client.list(Pod)).items.map(({ status }) => status?.podIP);
    assertEquals(new Set(ips).size, ips.length, ips.join());
    const again = (await statusOf(env, "rests")).containerStatuses![0]!;
    assert(again.restartCount >= 2, `${again.restartCount}`);
    await env.settle("10m");
    const { restartCount } = (await statusOf(env, "rests")).containerStatuses![0]!;
    assert(restartCount > again.restartCount && restartCount < 12, `${restartCount}`);
  }
});

Deno.test("what runs has the address of its node, also when the node has got another one", async () => {
  await using env = await testEnv({ now: NOW });
  {
    await using _ = await start(env, { count: 1, address: "192.0.2.1" });
    await makePod(env, "p");
  }
  await using _ = await start(env, { count: 1, address: "192.0.2.2" });
  const { hostIP, hostIPs, podIP, podIPs } = await statusOf(env, "p");
  assertEquals([hostIP, hostIPs], ["192.0.2.2", [{ ip: "192.0.2.2" }]]);
  assertEquals(podIPs, [{ ip: podIP }]);
});

Deno.test("a pod that somebody calls failed is over, and its name may be another pod's at once", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  await makePod(env, "p");
  await client.patch(Pod, "p", { status: { phase: "Failed" } }, { subresource: "status" });
  await env.settle();
  const { phase, containerStatuses } = await statusOf(env, "p");
  assertEquals([phase, containerStatuses![0]!.state?.terminated?.exitCode], ["Failed", 137]);
  // What they say of its containers holds.
  await makePod(env, "told");
  const terminated = { exitCode: 7, reason: "Own", finishedAt: "2026-02-03T04:00:00Z" };
  const own = { name: "c", image: "i", imageID: "", ready: false, restartCount: 0 };
  await client.patch(Pod, "told", {
    status: { phase: "Failed", containerStatuses: [{ ...own, state: { terminated } }] },
  }, { subresource: "status" });
  await env.settle();
  const told = (await statusOf(env, "told")).containerStatuses![0]!.state!.terminated!;
  assertEquals([told.exitCode, told.reason, told.finishedAt], Object.values(terminated));
  await client.delete(Pod, "p");
  await makePod(env, "p");
  assertEquals((await statusOf(env, "p")).phase, "Running");
  // Gone and back before anybody has looked.
  await client.delete(Pod, "p", { gracePeriod: 0 });
  await client.create(Pod, { metadata: { name: "p" }, spec: { containers, nodeName: "node-1" } });
  await env.settle();
  assertEquals((await statusOf(env, "p")).phase, "Running");
});

Deno.test("pods of other nodes are left alone", async () => {
  await using env = await testEnv({ now: NOW });
  await using _ = await start(env, { count: 1, namePrefix: "sim-" });
  for (const nodeName of ["node-1", "sim-2", "sim-01", "sim-0"]) {
    await makePod(env, nodeName, {}, { nodeName });
    assertEquals((await statusOf(env, nodeName)).phase, "Pending", nodeName);
  }
  await makePod(env, "own", {}, { nodeName: "sim-1" });
  assertEquals((await statusOf(env, "own")).phase, "Running");
});

Deno.test("the pods of a job end", async () => {
  await using env = await testEnv({ now: NOW });
  await using _ = await start(env, { count: 1 });
  const template = { spec: { containers, restartPolicy: "Never" as const } };
  const { metadata } = await env.client.create(Job, {
    metadata: { name: "j" },
    spec: { template },
  });
  const owner = {
    apiVersion: "batch/v1",
    kind: "Job",
    name: "j",
    uid: metadata.uid,
    controller: true,
  };
  await env.client.create(Pod, {
    metadata: { name: "p", ownerReferences: [owner] },
    spec: { ...template.spec, nodeName: "node-1" },
  });
  await env.settle();
  assertEquals((await statusOf(env, "p")).phase, "Running");
  await env.settle("1s");
  assertEquals((await statusOf(env, "p")).phase, "Succeeded");
});

const REFUSED: readonly (readonly [Partial<SimulatedNodesOptions>, RegExp])[] = [
  [{ count: -1 }, /count is -1/],
  [{ count: 20_001 }, /count is 20001: write a whole number from 0 to 20000/],
  [{ podRange: "10.0.0.0" }, /podRange is 10.0.0.0: write one/],
  [{ count: 300, podRange: "10.0.0.0/16" }, /too small for 300 nodes/],
  [{ capacity: { cpu: "many" } }, /capacity: cpu is many/],
];

for (const [options, message] of REFUSED) {
  Deno.test(`createSimulatedNodes() refuses ${JSON.stringify(options)}`, () => {
    assertThrows(() => createSimulatedNodes({} as never, { count: 1, ...options }), message);
  });
}

for (const recordsEvents of [true, false]) {
  Deno.test(`events about containers are written: ${recordsEvents}`, async () => {
    await using env = await testEnv({ now: NOW });
    const { client } = env;
    await using _ = await start(env, { count: 1, recordsEvents });
    await makePod(env, "p", {}, { initContainers: [{ name: "first", image: "i" }] });
    await client.delete(Pod, "p");
    await env.settle();
    const { items } = await client.list(coreV1.Event, { fieldSelector: "source=kubelet" });
    const told = items.map(({ reason, involvedObject: { fieldPath } }) => `${reason} ${fieldPath}`);
    const starts = ["Pulled", "Created", "Started"];
    const expected = [
      ...starts.map((reason) => `${reason} spec.initContainers{first}`),
      ...starts.map((reason) => `${reason} spec.containers{c}`),
      "Killing spec.containers{c}",
    ];
    assertEquals(told.sort(), recordsEvents ? expected.sort() : []);
    if (!recordsEvents) return;
    const { involvedObject, source, type } = items[0]!;
    assertEquals([involvedObject.apiVersion, involvedObject.kind, type], ["v1", "Pod", "Normal"]);
    assertEquals(source, { component: "kubelet", host: "node-1" });
  });
}

Deno.test("a pod that runs takes another size as a whole, and its node declares that", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  const resources = (cpu: string) => ({ requests: { cpu, memory: "1Gi" }, limits: { cpu: "2" } });
  await makePod(env, "p", {}, { resources: resources("1") });
  const given = async () => {
    const { status } = await client.get(Pod, "p");
    return [status?.resources, status?.allocatedResources];
  };
  assertEquals(await given(), [resources("1"), resources("1").requests]);
  await client.patch(Pod, "p", { spec: { resources: resources("1500m") } } as never, {
    subresource: "resize",
    strategic: true,
  });
  await env.settle();
  assertEquals(await given(), [resources("1500m"), resources("1500m").requests]);
  const [node] = (await client.list(Node)).items;
  assertEquals(node?.status?.declaredFeatures, [
    "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScalingInitContainers",
  ]);
});

Deno.test("a pod that runs takes another size, and its status tells it", async () => {
  await using env = await testEnv({ now: NOW });
  const { client } = env;
  await using _ = await start(env, { count: 1 });
  const sized = (cpu: string) => ({ name: "c", image: "i", resources: { requests: { cpu } } });
  await makePod(env, "p", {}, { containers: [sized("100m"), { name: "free", image: "i" }] });
  const before = await client.get(Pod, "p");
  await client.patch(Pod, "p", { spec: { containers: [sized("250m")] } } as never, {
    subresource: "resize",
    strategic: true,
  });
  await env.settle();
  const { metadata, status } = await client.get(Pod, "p");
  const given = (told: typeof status) =>
    told?.containerStatuses?.map(({ resources, allocatedResources }) => [
      resources,
      allocatedResources,
    ]);
  const cpu = (cpu: string) => [{ requests: { cpu } }, { cpu }];
  assertEquals(given(before.status), [cpu("100m"), [{}, undefined]]);
  assertEquals(given(status), [cpu("250m"), [{}, undefined]]);
  assertEquals(status?.observedGeneration, metadata.generation);
  assertEquals(status?.containerStatuses?.[0]?.restartCount, 0);
  // What is told once is not told again.
  await env.settle("1h");
  assertEquals((await client.get(Pod, "p")).metadata.resourceVersion, metadata.resourceVersion);
});
