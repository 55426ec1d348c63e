/** Controllers that have not heard yet that a parent is gone: they do not make again and again what is taken away. */
import {
  type AnyKind,
  type AnyObject,
  type Client,
  createInformer,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  Job,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
} from "../../mod.ts";
import { fault, testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const labels = { app: "web" };
const containers = [{ name: "c", image: "i" }];
const template = { metadata: { labels }, spec: { containers } };
const chosen = { selector: { matchLabels: labels }, template };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

const MADE = {
  "pods": Pod,
  "apps/replicasets": ReplicaSet,
  "batch/jobs": Job,
  "persistentvolumeclaims": PersistentVolumeClaim,
} as const satisfies Record<string, AnyKind>;

interface Stale {
  readonly kind: AnyKind;
  readonly spec: object;
  /** What it makes. */
  readonly makes: keyof typeof MADE;
  /** Who else is needed. */
  readonly beside?: readonly string[];
  /** So often it may make that for a parent that is gone. */
  readonly most: number;
}

const CASES: Readonly<Record<string, Stale>> = {
  replicaset: { kind: ReplicaSet, spec: { replicas: 2, ...chosen }, makes: "pods", most: 2 },
  replicationcontroller: {
    kind: ReplicationController,
    spec: { replicas: 2, selector: labels, template },
    makes: "pods",
    most: 2,
  },
  deployment: {
    kind: Deployment,
    spec: { replicas: 2, ...chosen },
    makes: "apps/replicasets",
    beside: ["replicaset"],
    most: 1,
  },
  statefulset: {
    kind: StatefulSet,
    spec: { replicas: 2, serviceName: "web", ...chosen },
    makes: "pods",
    most: 1,
  },
  daemonset: { kind: DaemonSet, spec: chosen, makes: "pods", beside: ["scheduler"], most: 1 },
  cronjob: {
    kind: CronJob,
    spec: {
      schedule: "*/1 * * * *",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers } } } },
    },
    makes: "batch/jobs",
    most: 1,
  },
  "ephemeral-volume": {
    kind: Pod,
    spec: {
      containers,
      volumes: [{ name: "v", ephemeral: { volumeClaimTemplate: { spec: claim } } }],
    },
    makes: "persistentvolumeclaims",
    most: 0,
  },
};

for (const [controller, { kind, spec, makes, beside = [], most }] of Object.entries(CASES)) {
  Deno.test(`${controller} makes nothing more for one that is gone once it is told so`, async () => {
    await using env = await testEnv({
      controllers: ["garbagecollector", ...beside, controller],
      faultsOn: [controller],
      // All that it hears of its parents comes so much later.
      faults: [fault.holdCache({ kind, for: "1m" })],
      nodes: 1,
      now: "2026-01-02T03:04:05Z",
    });
    const { client } = env;
    const made = () => env.trace.filter((line) => line.includes(` create ${makes} `)).length;
    await client.create(kind, { metadata: { name: "web" }, spec } as never);
    await env.settle("3m");
    const before = made();
    assert(before > 0);
    await client.delete(kind, "web", { propagation: "Background", gracePeriod: 0 });
    await env.settle("50s");
    assert(made() - before <= most, env.trace.slice(-20).join("\n"));
    await env.settle("5m");
    assertEquals((await client.list(kind)).items.length, 0);
  });
}

for (const [controller, { kind, spec, makes, beside = [], most }] of Object.entries(CASES)) {
  Deno.test(`${controller} makes little for one that is gone while another has its name`, async () => {
    await using env = await testEnv({
      controllers: ["garbagecollector", ...beside, controller],
      faultsOn: [controller],
      faults: [fault.holdCache({ kind, for: "1m" })],
      nodes: 1,
      now: "2026-01-02T03:04:05Z",
    });
    const { client } = env;
    await using ever = await objectsEver(client, MADE[makes]);
    const made = () => ever.uids.size;
    const create = () => client.create(kind, { metadata: { name: "web" }, spec } as never);
    await create();
    await env.settle("3m");
    const before = made();
    await client.delete(kind, "web", { propagation: "Background", gracePeriod: 0 });
    await create();
    await env.settle("50s");
    // What is made for the old one, and what the new one has.
    assert(made() - before <= most + before, env.trace.slice(-20).join("\n"));
    await env.settle("5m");
    assert(made() > before);
  });
}

/** The objects of a kind that there were at any time: a request that is refused makes none. */
async function objectsEver(client: Client, kind: AnyKind) {
  const uids = new Set<string>();
  const informer = createInformer(client, kind);
  const listening = informer.subscribe(() => {
    for (const { metadata } of informer.lister.list() as AnyObject[]) uids.add(metadata!.uid!);
  });
  await informer.start(new AbortController().signal);
  return {
    uids,
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      await informer[Symbol.asyncDispose]();
    },
  };
}

Deno.test("slices of endpoints that are gone are not made again at once", async () => {
  const on = "endpointslicemirroring";
  await using env = await testEnv({
    controllers: ["garbagecollector", on],
    faultsOn: [on],
    faults: [fault.holdCache({ kind: Endpoints, for: "1m" })],
  });
  const { client } = env;
  await client.create(Service, {
    metadata: { name: "web" },
    spec: { clusterIP: "None", ports: [{ port: 80 }] },
  });
  const subsets = [{ addresses: [{ ip: "10.9.0.1" }], ports: [{ port: 80 }] }];
  await client.create(Endpoints, { metadata: { name: "web" }, subsets });
  await env.settle("3m");
  await client.delete(Endpoints, "web");
  await env.settle("5s");
  const made = env.trace.filter((line) => line.includes(" create discovery.k8s.io/"));
  assert(made.length <= 6, env.trace.join("\n"));
});
