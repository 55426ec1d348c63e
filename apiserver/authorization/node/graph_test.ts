import fc from "../../../toolkit/deps/fast_check.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { PersistentVolume, Pod } from "../../../toolkit/api/core_v1.ts";
import { runs } from "../../../testing/requirements.ts";
import { NodeGraph, type ThingSort } from "./graph.ts";

const SPACES = ["a", "b"];
const NAMES = ["x", "y"];
const NODES = ["n1", "n2", "n3"];

const namespaces = fc.constantFrom(...SPACES);
const names = fc.constantFrom(...NAMES);
const node = fc.constantFrom("", ...NODES);

/** A pod that needs some things, in the fields where they may stand. */
const pods = fc.record({
  namespace: namespaces,
  name: names,
  node,
  mirror: fc.boolean(),
  needs: fc.array(
    fc.tuple(fc.constantFrom("secret", "configmap", "claim", "resource claim", "account"), names),
    { maxLength: 4 },
  ),
});

const volumes = fc.record({
  name: names,
  claim: fc.option(fc.tuple(namespaces, names)),
  secrets: fc.array(fc.tuple(namespaces, names), { maxLength: 3 }),
});

type PodRow = typeof pods extends fc.Arbitrary<infer T> ? T : never;
type VolumeRow = typeof volumes extends fc.Arbitrary<infer T> ? T : never;

const changes = fc.array(
  fc.oneof(
    pods.map((pod) => ({ pod })),
    fc.tuple(namespaces, names).map((gone) => ({ podGone: gone })),
    volumes.map((volume) => ({ volume })),
    names.map((gone) => ({ volumeGone: gone })),
    fc.tuple(names, node).map((attachment) => ({ attachment })),
    fc.tuple(names, node).map((slice) => ({ slice })),
  ),
  { maxLength: 30 },
);

function podOf({ namespace, name, node, mirror, needs }: PodRow): Pod {
  const of = (sort: string) => needs.filter(([of]) => of === sort).map(([, name]) => name);
  const account = of("account").at(-1);
  return {
    metadata: {
      namespace,
      name,
      ...(mirror && { annotations: { "kubernetes.io/config.mirror": "" } }),
    },
    spec: {
      ...(node !== "" && { nodeName: node }),
      ...(account !== undefined && { serviceAccountName: account }),
      containers: [],
      imagePullSecrets: of("secret").map((name) => ({ name })),
      volumes: [
        ...of("configmap").map((name) => ({ name: "v", configMap: { name } })),
        ...of("claim").map((claimName) => ({ name: "v", persistentVolumeClaim: { claimName } })),
      ],
      resourceClaims: of("resource claim").map((name) => ({ name, resourceClaimName: name })),
    },
  } as Pod;
}

function volumeOf({ name, claim, secrets: [publish, stage, expand] }: VolumeRow): PersistentVolume {
  const at = (place: [string, string] | undefined) =>
    place && { namespace: place[0], name: place[1] };
  return {
    metadata: { name },
    spec: {
      ...(claim && { claimRef: { namespace: claim[0], name: claim[1] } }),
      csi: {
        nodePublishSecretRef: at(publish),
        nodeStageSecretRef: at(stage),
        nodeExpandSecretRef: at(expand),
      },
    },
  } as unknown as PersistentVolume;
}

/** The same, worked out anew from all objects for each question. */
class Naive {
  readonly pods = new Map<string, PodRow>();
  readonly volumes = new Map<string, VolumeRow>();
  readonly owned = new Map<string, string>();

  isNeededBy(asking: string, sort: ThingSort, namespace: string, name: string): boolean {
    const pods = [...this.pods.values()].filter(({ node }) => node === asking);
    const claims = (namespace: string, name: string) =>
      pods.some((pod) =>
        pod.namespace === namespace && !pod.mirror &&
        pod.needs.some(([of, need]) => of === "claim" && need === name)
      );
    const volumes = [...this.volumes.values()].filter(({ claim }) => claim && claims(...claim));
    switch (sort) {
      case "attachment":
      case "slice":
        return namespace === "" && this.owned.get(`${sort} ${name}`) === asking;
      case "pod":
        return pods.some((pod) => pod.namespace === namespace && pod.name === name);
      case "volume":
        return namespace === "" && volumes.some((volume) => volume.name === name);
      case "account":
        return pods.some((pod) =>
          pod.namespace === namespace && !pod.mirror &&
          pod.needs.findLast(([of]) => of === "account")?.[1] === name
        );
      default:
        return pods.some((pod) =>
          pod.namespace === namespace && !pod.mirror &&
          pod.needs.some(([of, need]) => of === sort && need === name)
        ) || sort === "secret" && volumes.some(({ secrets }) =>
              secrets.some(([space, secret]) =>
                space === namespace && secret === name
              )
            );
    }
  }
}

const SORTS: ThingSort[] = [
  "secret",
  "configmap",
  "claim",
  "resource claim",
  "account",
  "volume",
  "pod",
  "attachment",
  "slice",
];

Deno.test("NodeGraph says what one says that looks through all objects, after each change", () => {
  fc.assert(
    fc.property(changes, (all) => {
      const graph = new NodeGraph("kubernetes");
      const naive = new Naive();
      for (const change of all) {
        if ("pod" in change) {
          const { pod } = change;
          graph.putPod(podOf(pod));
          naive.pods.set(`${pod.namespace}/${pod.name}`, pod);
        } else if ("podGone" in change) {
          graph.deletePod(...change.podGone);
          naive.pods.delete(change.podGone.join("/"));
        } else if ("volume" in change) {
          graph.putVolume(volumeOf(change.volume));
          naive.volumes.set(change.volume.name, change.volume);
        } else if ("volumeGone" in change) {
          graph.deleteVolume(change.volumeGone);
          naive.volumes.delete(change.volumeGone);
        } else if ("slice" in change) {
          const [name, nodeName] = change.slice;
          graph.putSlice({ metadata: { name }, spec: { nodeName } } as never);
          naive.owned.set(`slice ${name}`, nodeName);
        } else {
          const [name, nodeName] = change.attachment;
          graph.putAttachment({ metadata: { name }, spec: { nodeName } } as never);
          naive.owned.set(`attachment ${name}`, nodeName);
        }
        for (const node of NODES) {
          for (const sort of SORTS) {
            for (const namespace of ["", ...SPACES]) {
              for (const name of NAMES) {
                assertEquals(
                  graph.isNeededBy(node, sort, namespace, name),
                  naive.isNeededBy(node, sort, namespace, name),
                  `${node} ${sort} ${namespace}/${name}`,
                );
              }
            }
          }
        }
      }
    }),
    { numRuns: runs(150) },
  );
});

Deno.test("NodeGraph forgets what nobody needs any more", () => {
  fc.assert(
    fc.property(fc.array(pods), fc.array(volumes), (somePods, someVolumes) => {
      const graph = new NodeGraph("kubernetes");
      for (const pod of somePods) graph.putPod(podOf(pod));
      for (const volume of someVolumes) graph.putVolume(volumeOf(volume));
      for (const { namespace, name } of somePods) graph.deletePod(namespace, name);
      for (const { name } of someVolumes) graph.deleteVolume(name);
      assertEquals(graph.size, 0);
    }),
    { numRuns: runs(150) },
  );
});
