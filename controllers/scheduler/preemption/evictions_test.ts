import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { silentLogger } from "../../../toolkit/mod.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import { type LivePod, pendingPodOf, podInfoOf } from "../pod/pod_info.ts";
import { Evictions } from "./evictions.ts";
import { preemptionMetrics } from "./preemption_metrics.ts";

function live(name: string): LivePod {
  return {
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
    spec: { containers: [], schedulerName: "s", nodeName: "a" },
  } as unknown as LivePod;
}

/** One that matters less, and has room made on the node. */
function nominee(name: string): LivePod {
  const pod = live(name);
  return {
    ...pod,
    spec: { ...pod.spec, nodeName: undefined, priority: -1 },
    status: { nominatedNodeName: "a" },
  } as unknown as LivePod;
}

/** What happens to whom, in that order, where these deletions are refused, and these have room made there. */
async function evicted(
  names: readonly string[],
  refused: readonly string[],
  registry = new Registry(),
  nominated: readonly string[] = [],
) {
  const said: string[] = [];
  const work: Promise<void>[] = [];
  const place = (ref: { name: string }) => ref.name;
  const evictions = new Evictions(
    {
      client: {
        names: { processScheduler: "scheduler" },
        patch: (_: unknown, ref: { name: string }) => {
          if (nominated.includes(ref.name)) return Promise.reject(new Error("refused"));
          said.push(`condition of ${place(ref)}`);
          return Promise.resolve();
        },
        delete: (_: unknown, ref: { name: string }) => {
          if (refused.includes(ref.name)) return Promise.reject(new Error("refused"));
          said.push(`deletion of ${place(ref)}`);
          return Promise.resolve();
        },
      },
      informers: {
        of: () => ({
          lister: {
            get: (key: string) => {
              const name = key.slice(2);
              return nominated.includes(name) ? nominee(name) : live(name);
            },
          },
        }),
      },
      clock: new FakeClock(),
      logger: silentLogger,
      nominatedOn: () => nominated.map((name) => podInfoOf(nominee(name))),
      clearNomination: () => {},
      permits: { preempt: (uid: string) => uid === "waits" },
      activate: () => said.push("another try"),
      tell: ({ name }: { name: string }, { message }: { message: string }) =>
        said.push(`${name}: ${message}`),
      podOnNode: () => undefined,
      beside: (one: () => Promise<void>) => work.push(one()),
    } as unknown as SchedulerHandle,
    "P",
    preemptionMetrics(registry, "P"),
  );
  const pod = pendingPodOf(live("new"));
  evictions.begin(pod, "a", { pods: names.map((name) => podInfoOf(live(name))), violations: 0 });
  assertEquals(evictions.isRunning("new"), names.length > 0);
  const underWay = `scheduler_goroutines{operation="P"} ${names.length > 0 ? 1 : 0}\n`;
  assert(registry.render().includes(underWay));
  await Promise.all(work);
  assertEquals(evictions.isRunning("new"), false);
  return said;
}

Deno.test("begin() has all but one go, and then the last one", async () => {
  assertEquals(await evicted(["x", "y"], []), [
    "condition of x",
    "deletion of x",
    "x: Preempted by pod new on node a",
    "condition of y",
    "deletion of y",
    "y: Preempted by pod new on node a",
  ]);
});

Deno.test("begin() has the pod tried again where one can't go, and leaves the last one alone", async () => {
  assertEquals(await evicted(["x", "y"], ["x"]), ["condition of x", "another try"]);
});

Deno.test("begin() has pods go also where others could not be told that they lose the room", async () => {
  assertEquals(await evicted(["x"], [], new Registry(), ["lesser"]), [
    "condition of x",
    "deletion of x",
    "x: Preempted by pod new on node a",
    "another try",
  ]);
});

Deno.test("begin() calls a pod back that is not bound yet", async () => {
  assertEquals(await evicted(["waits"], []), [
    "waits: Preempted by pod new on node a (in scheduler memory).",
  ]);
});

/** What is shown of it, but for buckets, by names without what all have in common. */
const shown = (registry: Registry) =>
  registry.render().split("\n").filter((line) => /^scheduler_(preemption|goroutines)/.test(line))
    .filter((line) => !line.includes("_bucket") && !line.includes("_duration_seconds_sum"))
    .map((line) => line.replace(/^scheduler_/, ""));

Deno.test("begin() counts those that have to go, and whether they could be told", async () => {
  const registry = new Registry();
  await evicted(["x", "y"], [], registry);
  await evicted(["x"], ["x"], registry);
  await evicted([], [], registry);
  assertEquals(shown(registry), [
    'goroutines{operation="P"} 0',
    "preemption_attempts_total 0",
    'preemption_goroutines_duration_seconds_count{result="success"} 1',
    'preemption_goroutines_duration_seconds_count{result="error"} 1',
    'preemption_goroutines_execution_total{result="success"} 1',
    'preemption_goroutines_execution_total{result="error"} 1',
    "preemption_victims_sum 3",
    "preemption_victims_count 2",
  ]);
});
