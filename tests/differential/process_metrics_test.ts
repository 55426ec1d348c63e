/** What there is to count of the controller manager and the scheduler: here and at the reference, after the same. */
import {
  ConfigMap,
  createClient,
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  Service,
  StatefulSet,
} from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { MeasuredProcesses, PROCESS_NAMES, type ProcessName } from "./measured_processes.ts";
import { differingFamilies, metricFamilies } from "./metric_families.ts";
import { isLeftOut } from "./metrics_left_out.ts";

const CONTAINERS = [{ name: "c", image: "i" }];
const TEMPLATE = { metadata: { labels: { app: "x" } }, spec: { containers: CONTAINERS } };
const SELECTOR = { matchLabels: { app: "x" } };
const ONCE = { spec: { restartPolicy: "Never", containers: CONTAINERS } } as const;

/** Something for each of the controllers that count. */
async function play(config: string): Promise<void> {
  await using client = await createClient({ config });
  await client.create(Node, { metadata: { name: "n" } });
  const now = new Date().toISOString();
  const room = { cpu: "4", memory: "8Gi", pods: "110" };
  const condition = { lastHeartbeatTime: now, lastTransitionTime: now, reason: "r", message: "m" };
  await client.patch(Node, "n", {
    status: {
      capacity: room,
      allocatable: room,
      conditions: [{ type: "Ready", status: "True", ...condition }],
    },
  }, { subresource: "status" });
  const named = (name: string) => ({ metadata: { name, namespace: "default" } });
  await client.create(Deployment, {
    ...named("x"),
    // A tenth of them is looked at more closely by schedulers.
    spec: { replicas: 100, selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(StatefulSet, {
    ...named("s"),
    spec: { serviceName: "s", selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(DaemonSet, {
    ...named("d"),
    spec: { selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(Job, { ...named("j"), spec: { template: ONCE } });
  await client.create(CronJob, {
    ...named("c"),
    spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: ONCE } } },
  });
  await client.create(Service, {
    ...named("s"),
    spec: { selector: { app: "x" }, ports: [{ port: 80 }] },
  });
  await client.create(PersistentVolumeClaim, {
    ...named("p"),
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
  await client.create(Pod, {
    ...named("large"),
    spec: { containers: [{ ...CONTAINERS[0]!, resources: { requests: { cpu: "100" } } }] },
  });
  await client.create(Namespace, { metadata: { name: "gone" } });
  await client.create(ConfigMap, { metadata: { name: "a", namespace: "gone" } });
  await client.delete(Namespace, "gone");
  await client.patch(Deployment, named("x").metadata, { spec: { replicas: 1 } });
  await client.waitFor(
    Pod,
    named("large").metadata,
    (pod) => pod?.status?.conditions?.some(({ status }) => status === "False") ?? false,
    { timeout: "60s" },
  );
  // That may help it: schedulers ask their plugins.
  const more = { ...room, cpu: "5" };
  await client.patch(Node, "n", { status: { capacity: more, allocatable: more } }, {
    subresource: "status",
  });
}

const NAME = "metrics: the other processes have what the reference's have";

async function compare(t: Deno.TestContext): Promise<void> {
  await using ours = await MeasuredProcesses.open("ours");
  await using theirs = await MeasuredProcesses.open("theirs");
  for (const side of [ours, theirs]) {
    for (const name of PROCESS_NAMES) {
      await eventually(`the ${name} serves`, async () => await side.shown(name) !== "");
    }
  }
  await Promise.all([play(ours.config), play(theirs.config)]);
  const both = async (name: ProcessName, path?: string) => {
    const texts = [ours.shown(name, path), theirs.shown(name, path)];
    const [our, their] = await Promise.all(texts);
    return { our: metricFamilies(our!), their: metricFamilies(their!) };
  };
  for (const name of PROCESS_NAMES) {
    await t.step(name, async () => {
      let differing: readonly string[] = [];
      await eventually("they count the same", async () => {
        const { our, their } = await both(name);
        differing = differingFamilies(our, their, (one) => isLeftOut(name, one));
        return differing.length === 0;
      }, { limitMs: 20_000 }).catch(() => assertEquals(differing, []));
    });
  }
  await t.step("resources of pods", async () => {
    const { our, their } = await both("scheduler", "/metrics/resources");
    assert(their.has("kube_pod_resource_request"), "the reference shows them");
    assertEquals(differingFamilies(our, their, () => false), []);
  });
}

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
