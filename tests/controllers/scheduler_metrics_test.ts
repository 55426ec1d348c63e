/** What a scheduler counts that works. */
import { createScheduler } from "../../controllers/scheduler.ts";
import {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  resourceV1,
  StorageClass,
} from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Fate, Mortal } from "./mortal.ts";

const { DeviceClass, ResourceClaim, ResourceSlice } = resourceV1;

const OTHERS = ["namespace", "garbagecollector", "resourceclaim"];
const NEVER: Fate = { how: "killed", at: Infinity };
const DRIVER = "gpu.example.com";

const asking = (cpu: string, more: object = {}) => ({
  spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }], ...more },
});

/** The samples of a metric that count something, without its name; of histograms how many there are. */
function samples({ metrics }: Mortal, name: string): string[] {
  return metrics.render().split("\n").filter((line) =>
    new RegExp(`^scheduler_${name}(_count)?[ {]`).test(line) && !line.endsWith(" 0")
  ).map((line) => line.replace(/^[^ {]+ ?/, "").replace(',profile="default-scheduler"', "")).sort();
}

async function makeNode({ client }: TestEnv, name: string) {
  await client.create(Node, { metadata: { name } });
  await client.patch(Node, name, {
    status: { allocatable: { cpu: "8", pods: "99" } },
  }, { subresource: "status" });
  await client.patch(Node, name, { spec: { taints: null } } as never);
}

Deno.test("a scheduler counts attempts, movements in its queue, and what its plugins do", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "a");
  await using mortal = new Mortal(env, (parts) => createScheduler(parts), NEVER);
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "small" }, ...asking("1") });
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "large" }, ...asking("10") });
  await client.create(Pod, {
    metadata: { name: "gated" },
    ...asking("1", { schedulingGates: [{ name: "example.com/wait" }] }),
  });
  await env.settle("1m");
  assertEquals(samples(mortal, "pending_pods"), ['{queue="gated"} 1', '{queue="unschedulable"} 1']);
  assertEquals(samples(mortal, "unschedulable_pods"), [
    '{plugin="NodeResourcesFit"} 1',
    '{plugin="SchedulingGates"} 1',
  ]);
  assertEquals(samples(mortal, "schedule_attempts_total"), [
    '{result="scheduled"} 1',
    '{result="unschedulable"} 1',
  ]);
  assertEquals(samples(mortal, "scheduling_algorithm_duration_seconds"), ["2"]);
  await client.patch(Pod, "gated", { spec: { schedulingGates: [] } });
  await client.patch(Node, "a", { status: { allocatable: { cpu: "16" } } }, {
    subresource: "status",
  });
  await env.settle("1m");
  assertEquals(samples(mortal, "pending_pods"), []);
  assertEquals(samples(mortal, "unschedulable_pods"), []);
  assertEquals(samples(mortal, "queue_incoming_pods_total"), [
    '{queue="active",event="NodeUpdateNodeAllocatable"} 1',
    '{queue="active",event="UnschedulablePodAdd"} 2',
    '{queue="active",event="UnschedulablePodUpdatePodSchedulingGatesEliminated"} 1',
    '{queue="unschedulable",event="ScheduleAttemptFailure"} 1',
    '{queue="unschedulable",event="UnschedulablePodAdd"} 1',
  ]);
  assertEquals(samples(mortal, "pod_scheduling_sli_duration_seconds"), [
    '{attempts="1"} 2',
    '{attempts="2"} 1',
  ]);
  assertEquals(samples(mortal, "pod_scheduling_attempts"), ["3"]);
  assertEquals(samples(mortal, "cache_size"), ['{type="nodes"} 1', '{type="pods"} 3']);
  assertEquals(samples(mortal, "goroutines"), []);
  assertEquals(
    samples(mortal, "framework_extension_point_duration_seconds")
      .filter((line) =>
        /"(PreFilter|Filter|PostFilter|Reserve|Bind|PostBind|PreEnqueue)"/.test(line)
      ),
    [
      '{extension_point="Bind",status="Success"} 3',
      '{extension_point="Filter",status="Success"} 4',
      '{extension_point="PostBind",status="Success"} 3',
      '{extension_point="PostFilter",status="Unschedulable"} 1',
      '{extension_point="PreEnqueue",status="Success"} 5',
      '{extension_point="PreFilter",status="Success"} 4',
      '{extension_point="Reserve",status="Success"} 3',
    ],
  );
  assertEquals(
    samples(mortal, "plugin_evaluation_total").filter((line) =>
      line.includes('"NodeResourcesFit"')
    ),
    ['{plugin="NodeResourcesFit",extension_point="Filter"} 4'],
  );
  assertEquals(
    samples(mortal, "event_handling_duration_seconds").filter((line) => /"Node/.test(line)),
    ['{event="NodeAdd"} 1', '{event="NodeUpdateNodeAllocatable"} 1'],
  );
});

Deno.test("a scheduler counts for whom it made room, and who had to go", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "a");
  await using mortal = new Mortal(env, (parts) => createScheduler(parts), NEVER);
  await env.settle("1m");
  for (const name of ["p", "q"]) {
    await client.create(Pod, { metadata: { name }, ...asking("4", { priority: 1 }) });
  }
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "urgent" }, ...asking("8", { priority: 9 }) });
  await env.settle("1m");
  assertEquals(samples(mortal, "preemption_attempts_total"), ["1"]);
  assertEquals(mortal.metrics.render().match(/scheduler_preemption_victims_(sum|count) \d/g), [
    "scheduler_preemption_victims_sum 2",
    "scheduler_preemption_victims_count 1",
  ]);
  assertEquals(samples(mortal, "preemption_goroutines_execution_total"), ['{result="success"} 1']);
});

Deno.test("a scheduler counts pods that it tried again though nothing had helped them", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "a");
  let isOpen = false;
  const deaf = {
    name: "Deaf",
    filter: () => isOpen ? undefined : { code: "Unschedulable" as const, reasons: ["closed"] },
  };
  await using mortal = new Mortal(
    env,
    (parts) => createScheduler(parts, { plugins: [deaf] }),
    NEVER,
  );
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "p" }, ...asking("1") });
  await env.settle("1m");
  isOpen = true;
  await env.settle("6m");
  assertEquals((await client.get(Pod, "p")).spec.nodeName, "a");
  assertEquals(samples(mortal, "pod_scheduled_after_flush_total"), ["1"]);
});

Deno.test("a scheduler counts volumes that could not be bound", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "a");
  await using mortal = new Mortal(env, (parts) => createScheduler(parts), NEVER);
  await env.settle("1m");
  await client.create(StorageClass, {
    metadata: { name: "late" },
    provisioner: `${client.names.domain}/no-provisioner`,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  const accessModes = ["ReadWriteOnce" as const];
  await client.create(PersistentVolume, {
    metadata: { name: "v" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes,
      storageClassName: "late",
      csi: { driver: "example.com", volumeHandle: "v" },
    },
  });
  await client.patch(PersistentVolume, "v", { status: { phase: "Available" } }, {
    subresource: "status",
  });
  await client.create(PersistentVolumeClaim, {
    metadata: { name: "data" },
    spec: { accessModes, storageClassName: "late", resources: { requests: { storage: "1Gi" } } },
  });
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "data" } }];
  await client.create(Pod, { metadata: { name: "p" }, ...asking("1", { volumes }) });
  // Nobody binds the claim.
  await env.settle("9m");
  assertEquals(samples(mortal, "volume_scheduling_stage_error_total"), []);
  await env.settle("2m");
  assertEquals(samples(mortal, "volume_scheduling_stage_error_total"), ['{operation="bind"} 1']);
  assertEquals(samples(mortal, "schedule_attempts_total"), ['{result="error"} 1']);
  assertEquals(
    samples(mortal, "event_handling_duration_seconds").filter((line) =>
      /"Persist.*Add"/.test(line)
    ),
    ['{event="PersistentVolumeAdd"} 1', '{event="PersistentVolumeClaimAdd"} 1'],
  );
});

Deno.test("a scheduler counts devices that it waits for, and claims that it makes", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 0 });
  const { client } = env;
  await makeNode(env, "a");
  await using mortal = new Mortal(env, (parts) => createScheduler(parts), NEVER);
  await env.settle("1m");
  await client.create(DeviceClass, {
    metadata: { name: "gpu" },
    spec: {
      selectors: [{ cel: { expression: `device.driver == "${DRIVER}"` } }],
      extendedResourceName: "example.com/gpu",
    },
  });
  const slow = { bindingConditions: ["Ready"], bindingFailureConditions: ["Broken"] };
  await client.create(ResourceSlice, {
    metadata: { name: "a" },
    spec: {
      driver: DRIVER,
      nodeName: "a",
      pool: { name: "a", generation: 1, resourceSliceCount: 1 },
      devices: ["g0", "g1", "g2"].map((name) => ({ name, ...slow })) as never,
    },
  });
  const says = async (claim: string, type: string) => {
    const { status } = await client.get(ResourceClaim, claim);
    const [{ pool, device }] = status!.allocation!.devices!.results! as [
      resourceV1.DeviceRequestAllocationResult,
    ];
    const lastTransitionTime = new Date(env.clock.now()).toISOString();
    const condition = { type, status: "True", reason: "Said", message: "", lastTransitionTime };
    const devices = [{ driver: DRIVER, pool, device, conditions: [condition] }];
    await client.patch(ResourceClaim, claim, { status: { devices } } as never, {
      subresource: "status",
    });
  };
  for (const [name, type] of [["good", "Ready"], ["bad", "Broken"]] as const) {
    const exactly = { deviceClassName: "gpu", allocationMode: "ExactCount" as const, count: 1 };
    await client.create(ResourceClaim, {
      metadata: { name },
      spec: { devices: { requests: [{ name: "r", exactly }] } },
    });
    const resourceClaims = [{ name: "c", resourceClaimName: name }];
    await client.create(Pod, { metadata: { name }, ...asking("1", { resourceClaims }) });
    await env.settle("20s");
    assertEquals(samples(mortal, "goroutines"), ['{operation="binding"} 1']);
    await says(name, type);
    await env.settle("6s");
    if (name === "bad") await client.delete(Pod, name);
  }
  await client.create(Pod, {
    metadata: { name: "extended" },
    spec: {
      containers: [{
        name: "c",
        image: "i",
        resources: { limits: { "example.com/gpu": "1" }, requests: { "example.com/gpu": "1" } },
      }],
    },
  });
  await env.settle("1m");
  assertEquals(samples(mortal, "resourceclaim_creates_total"), ['{status="success"} 1']);
  // Its device is not ready in time.
  await env.settle("10m");
  const of = (status: string) =>
    `{profile="default-scheduler",driver="${DRIVER}",status="${status}"} 1`;
  const each = ["failure", "success", "timeout"].map(of);
  assertEquals(samples(mortal, "dra_bindingconditions_allocations_total"), each);
  assertEquals(samples(mortal, "dra_bindingconditions_wait_duration_seconds"), each);
});
