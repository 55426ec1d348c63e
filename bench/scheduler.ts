/**
 * Decisions of the scheduler in memory, with no server: 10,000 pods on 5,000 nodes, beside a plain loop that
 * asks the same filters of all nodes and takes the one with the most processors left.
 *
 * @module
 */

import { ClusterCache } from "../controllers/scheduler/cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "../controllers/scheduler/cluster/node_info.ts";
import { makeProfile } from "../controllers/scheduler/configuration/make_profile.ts";
import { findNode } from "../controllers/scheduler/find_node.ts";
import type { SchedulerHandle } from "../controllers/scheduler/framework/mod.ts";
import { assumedOn, type LivePod, pendingPodOf } from "../controllers/scheduler/pod/pod_info.ts";
import { Nominations } from "../controllers/scheduler/queue/nominations.ts";
import { systemClock } from "../toolkit/clock.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { TimeSlice } from "../toolkit/time_slice.ts";
import { saveResult, table } from "./report.ts";

const NODES = 5_000;
const PODS = 10_000;
const NAIVE_PODS = 300;
const ZONES = 3;
/** Pods of one controller are alike. */
const WORKLOADS = 50;
const names = NAMES.kubernetes;

type Snapshot = ReturnType<ClusterCache["snapshot"]>;

function node(index: number): LiveNode {
  const name = `node-${index}`;
  return {
    metadata: {
      name,
      labels: { [names.labelHostName]: name, [names.labelZone]: `zone-${index % ZONES}` },
    },
    spec: {},
    status: { allocatable: { cpu: "8", memory: "32Gi", pods: "110" } },
  } as unknown as LiveNode;
}

/** A kind of pods, by what they ask for. */
const KINDS: Readonly<Record<string, (workload: number) => object>> = {
  "resources alone": () => ({}),
  "spread over zones and hosts": (workload) => ({
    topologySpreadConstraints: [names.labelZone, names.labelHostName].map((topologyKey) => ({
      topologyKey,
      maxSkew: 1,
      whenUnsatisfiable: topologyKey === names.labelZone ? "DoNotSchedule" : "ScheduleAnyway",
      labelSelector: { matchLabels: { app: `app-${workload}` } },
    })),
  }),
  "away from each other": (workload) => ({
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{
          topologyKey: names.labelHostName,
          labelSelector: { matchLabels: { app: `app-${workload}` } },
        }],
      },
    },
  }),
};

function pod(index: number, more: (workload: number) => object): LivePod {
  const workload = index % WORKLOADS;
  const requests = { cpu: "100m", memory: "500Mi" };
  return {
    metadata: {
      namespace: "default",
      name: `pod-${index}`,
      uid: `uid-${index}`,
      resourceVersion: "1",
      labels: { app: `app-${workload}` },
    },
    spec: { containers: [{ name: "c", image: "i", resources: { requests } }], ...more(workload) },
  } as unknown as LivePod;
}

function clusterOf(): ClusterCache {
  const cache = new ClusterCache();
  for (let index = 0; index < NODES; index++) cache.putNode(nodeViewOf(node(index), names));
  return cache;
}

/** Of informers that have nothing. */
const NOTHING = {
  generation: 0,
  derive: () => ({ get: () => undefined, list: () => [], by: () => [] }),
};

function handleOf(snapshot: () => Snapshot): SchedulerHandle {
  return {
    client: { names, dialect: "kubernetes" },
    informers: { of: () => ({ lister: NOTHING }) },
    clock: systemClock,
    metrics: new Registry(),
    random: Math.random,
    snapshot,
    nominatedOn: () => [],
    podOnNode: () => undefined,
    extenders: () => [],
  } as unknown as SchedulerHandle;
}

interface Figures {
  readonly podsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function figuresOf(times: number[]): Figures {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]!;
  const all = times.reduce((sum, ms) => sum + ms, 0);
  return { podsPerSecond: times.length / (all / 1000), p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function decisions(more: (workload: number) => object): Promise<Figures> {
  const cache = clusterOf();
  let snapshot = cache.snapshot();
  const profile = makeProfile({ schedulerName: "s" }, handleOf(() => snapshot), []);
  const options = {
    profile,
    nominations: new Nominations(),
    extenders: [],
    percentageOfNodesToScore: 0,
    rotation: { start: 0 },
    slice: new TimeSlice(systemClock),
  };
  const times: number[] = [];
  for (let index = 0; index < PODS; index++) {
    const began = performance.now();
    const pending = pendingPodOf(pod(index, more));
    snapshot = cache.snapshot();
    const { nodeName } = await findNode(profile.newCycle(), pending, { ...options, snapshot });
    cache.assume(assumedOn(pending, nodeName));
    times.push(performance.now() - began);
  }
  return figuresOf(times);
}

/** All nodes, each time, and what is on them counted anew. */
async function naive(): Promise<Figures> {
  const cache = clusterOf();
  let snapshot = cache.snapshot();
  const profile = makeProfile({ schedulerName: "s" }, handleOf(() => snapshot), []);
  const times: number[] = [];
  for (let index = 0; index < NAIVE_PODS; index++) {
    const began = performance.now();
    const pending = pendingPodOf(pod(index, KINDS["resources alone"]!));
    snapshot = cache.snapshot();
    const cycle = profile.newCycle();
    await profile.preFilter(cycle, pending, snapshot);
    const fitting = snapshot.nodes.filter((one) =>
      profile.filter(cycle, pending, one) === undefined
    );
    const scores = await profile.score(cycle, pending, fitting);
    if (!Array.isArray(scores)) throw new Error(scores.status.reasons.join());
    const best = scores.indexOf(Math.max(...scores));
    cache.assume(assumedOn(pending, fitting[best]!.name));
    times.push(performance.now() - began);
  }
  return figuresOf(times);
}

/** Runs the benchmark. */
export async function main(_: string[]): Promise<number> {
  // The first run is the compiler's.
  await naive();
  const plain = await naive();
  const rows: [string, Figures][] = [["a plain loop over all nodes", plain]];
  for (const [name, more] of Object.entries(KINDS)) rows.push([name, await decisions(more)]);
  console.log(table(
    [`${PODS} pods, ${NODES} nodes`, "pods/s", "p50 ms", "p99 ms", "times the plain loop"],
    rows.map(([name, { podsPerSecond, p50Ms, p99Ms }]) => [
      name,
      podsPerSecond.toFixed(0),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      (podsPerSecond / plain.podsPerSecond).toFixed(1),
    ]),
  ));
  await saveResult("scheduler", Object.fromEntries(rows));
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
