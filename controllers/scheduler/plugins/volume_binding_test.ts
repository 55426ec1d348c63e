import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { ClusterCache } from "../cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "../cluster/node_info.ts";
import { CycleState, type SchedulerHandle } from "../framework/mod.ts";
import { type LivePod, pendingPodOf } from "../pod/pod_info.ts";
import { volumeBinding } from "./volume_binding.ts";

const names = NAMES.kubernetes;
const signal = new AbortController().signal;

interface Live {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    annotations?: Record<string, string>;
  };
  spec?: Record<string, unknown>;
}

const keyOf = (name: unknown): string => {
  if (typeof name === "string") return name;
  const { namespace, name: own } = name as { namespace: string; name: string };
  return `${namespace}/${own}`;
};

/** A plugin over two nodes, `a` and `b`, and objects by kind; what is patched is there at once. */
function setUp(objects: Readonly<Record<string, readonly Live[]>>) {
  const cache = new ClusterCache();
  const nodes = ["a", "b"].map((name) =>
    ({ metadata: { name, labels: { host: name } } }) as unknown as LiveNode
  );
  for (const node of nodes) cache.putNode(nodeViewOf(node, names));
  const snapshot = cache.snapshot();
  const all: Readonly<Record<string, readonly Live[]>> = {
    ...objects,
    Node: nodes as unknown as Live[],
  };
  const find = (kind: string, name: string) =>
    all[kind]?.find(({ metadata: { namespace, name: own } }) =>
      (namespace === undefined ? own : `${namespace}/${own}`) === name
    );
  const listerOf = (kind: string) => ({
    get: (name: unknown) => find(kind, keyOf(name)),
    derive: <T>(view: (object: never) => T) => ({
      get: (name: unknown) => {
        const object = find(kind, keyOf(name));
        return object && view(object as never);
      },
      by: (_: unknown, value: string) =>
        (all[kind] ?? []).filter(({ spec }) => spec?.storageClassName === value)
          .map((object) => view(object as never)),
    }),
  });
  const handle = {
    client: {
      names,
      patch: (kind: { kind: string }, name: unknown, patch: Partial<Live>) => {
        const object = find(kind.kind, keyOf(name))!;
        Object.assign(object.metadata.annotations ??= {}, patch.metadata?.annotations);
        Object.assign(object.spec ??= {}, patch.spec);
        return Promise.resolve();
      },
    },
    informers: { of: (kind: { kind: string }) => ({ lister: listerOf(kind.kind) }) },
    clock: new FakeClock(),
    metrics: new Registry(),
    snapshot: () => snapshot,
  } as unknown as SchedulerHandle;
  const plugin = volumeBinding(handle, { bindTimeoutSeconds: 600 });
  /** A pod that uses a claim, in an attempt of its own. */
  const attempt = (name: string) => {
    const pod = pendingPodOf(find("Pod", `n/${name}`) as unknown as LivePod);
    const cycle = new CycleState();
    return {
      begins: async () => await plugin.preFilter!(cycle, pod, snapshot),
      filter: (node: string) =>
        plugin.filter!(cycle, pod, snapshot.get(node)!)?.reasons.join() ?? "fits",
      reserve: async (node: string) => await plugin.reserve!(cycle, pod, node),
      unreserve: (node: string) => plugin.unreserve!(cycle, pod, node),
      preBind: (node: string) => plugin.preBind!(cycle, pod, node, signal),
    };
  };
  return { attempt, find };
}

const pod = (name: string, claimName = "data"): Live => ({
  metadata: { namespace: "n", name, uid: name },
  spec: { containers: [], volumes: [{ name: "v", persistentVolumeClaim: { claimName } }] },
});
const claim = (name = "data"): Live => ({
  metadata: { namespace: "n", name, uid: name },
  spec: { storageClassName: "late", accessModes: [], resources: { requests: { storage: "1Gi" } } },
});
const late = (provisioner = "example.com") => ({
  metadata: { name: "late" },
  provisioner,
  volumeBindingMode: "WaitForFirstConsumer",
});
const volume = (name: string, host: string): Live & { status: object } => ({
  metadata: { name },
  spec: {
    storageClassName: "late",
    capacity: { storage: "2Gi" },
    accessModes: [],
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{
          matchExpressions: [{ key: "host", operator: "In", values: [host] }],
        }],
      },
    },
  },
  status: { phase: "Available" },
});
const NONE_FREE = "node(s) didn't find available persistent volumes to bind";

const ways = {
  "a volume that is to be made": { StorageClass: [late()] },
  "one of several volumes": {
    StorageClass: [late(`${names.domain}/no-provisioner`)],
    PersistentVolume: [volume("of-a", "a"), volume("of-b", "b")],
  },
};

for (const [name, objects] of Object.entries(ways)) {
  Deno.test(`VolumeBinding keeps two pods of a claim together that waits for ${name}`, async () => {
    const { attempt } = setUp({
      ...objects,
      Pod: [pod("p"), pod("q"), pod("r", "other")],
      PersistentVolumeClaim: [claim(), claim("other")],
    });
    const [first, second, third] = [attempt("p"), attempt("q"), attempt("r")];
    await first.begins();
    assertEquals([first.filter("a"), first.filter("b")], ["fits", "fits"]);
    await first.reserve("a");
    await second.begins();
    assertEquals([second.filter("a"), second.filter("b")], ["fits", NONE_FREE]);
    await third.begins();
    const isMade = !("PersistentVolume" in objects);
    assertEquals([third.filter("a"), third.filter("b")], [isMade ? "fits" : NONE_FREE, "fits"]);
    first.unreserve("a");
    await second.begins();
    assertEquals([second.filter("a"), second.filter("b")], ["fits", "fits"]);
  });
}

Deno.test("VolumeBinding fails where the volume that was made can't be reached from the node", async () => {
  const { attempt, find } = setUp({
    StorageClass: [late()],
    Pod: [pod("p")],
    PersistentVolume: [{ ...volume("v", "b"), status: { phase: "Bound" } } as Live],
    PersistentVolumeClaim: [claim()],
  });
  const { begins, reserve, preBind } = attempt("p");
  await begins();
  await reserve("a");
  Object.assign(find("PersistentVolumeClaim", "n/data")!.spec!, { volumeName: "v" });
  const verdict = await preBind("a");
  assertEquals(verdict?.reasons, [
    'binding volumes: pv "v" node affinity doesn\'t match node "a": no matching NodeSelectorTerms',
  ]);
});

Deno.test("VolumeBinding gives up where the pod is gone", async () => {
  const pods = [pod("p")];
  const { attempt } = setUp({
    StorageClass: [late()],
    Pod: pods,
    PersistentVolumeClaim: [claim()],
  });
  const { begins, reserve, preBind } = attempt("p");
  await begins();
  await reserve("a");
  pods.length = 0;
  const verdict = await preBind("a");
  assertEquals(verdict?.reasons, [
    'binding volumes: pod does not exist any more: pod "p" not found',
  ]);
});
