import type { Pod } from "../api/core_v1.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { needsOfPod } from "./pod_needs.ts";

const pod = (spec: unknown, status?: unknown) =>
  ({ metadata: { namespace: "ns", name: "web" }, spec, status }) as Pod;

const container = {
  envFrom: [{ secretRef: { name: "s1" } }, { configMapRef: { name: "c1" } }],
  env: [
    { name: "A", valueFrom: { secretKeyRef: { name: "s2", key: "k" } } },
    { name: "B", valueFrom: { configMapKeyRef: { name: "c2", key: "k" } } },
    { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    { name: "D", value: "s3" },
  ],
};
const OF_CONTAINER = ["secret s1", "configmap c1", "secret s2", "configmap c2"];
const volume = (source: unknown) => pod({ volumes: [{ name: "data", ...source as object }] });

const PODS: [what: string, pod: Pod, needs: string[]][] = [
  ["nothing", pod({ containers: [{ name: "c", image: "i" }] }), []],
  ["empty names", pod({ imagePullSecrets: [{ name: "" }, {}], serviceAccountName: "" }), []],
  ["nulls", pod({ imagePullSecrets: null, volumes: null, containers: null }), []],
  ["an account", pod({ serviceAccountName: "robot" }), ["account robot"]],
  ["pull secrets", pod({ imagePullSecrets: [{ name: "p" }] }), ["secret p"]],
  ["containers", pod({ containers: [container] }), OF_CONTAINER],
  ["containers that begin", pod({ initContainers: [container] }), OF_CONTAINER],
  ["containers that come later", pod({ ephemeralContainers: [container] }), OF_CONTAINER],
  ["a secret volume", volume({ secret: { secretName: "s" } }), ["secret s"]],
  ["a config map volume", volume({ configMap: { name: "c" } }), ["configmap c"]],
  [
    "a projected volume",
    volume({
      projected: {
        sources: [{ secret: { name: "s" } }, { configMap: { name: "c" } }, {
          serviceAccountToken: { path: "t" },
        }],
      },
    }),
    ["secret s", "configmap c"],
  ],
  ["a claim", volume({ persistentVolumeClaim: { claimName: "d" } }), ["claim d"]],
  ["a claim made for the pod", volume({ ephemeral: { volumeClaimTemplate: {} } }), [
    "claim web-data",
  ]],
  ["a driver", volume({ csi: { driver: "d", nodePublishSecretRef: { name: "s" } } }), ["secret s"]],
  ["a share", volume({ azureFile: { secretName: "s", shareName: "x" } }), ["secret s"]],
  ...["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "storageos", "iscsi"].map((
    source,
  ): [string, Pod, string[]] => [source, volume({ [source]: { secretRef: { name: "s" } } }), [
    "secret s",
  ]]),
  ["a resource claim", pod({ resourceClaims: [{ name: "gpu", resourceClaimName: "g" }] }), [
    "resource claim g",
  ]],
  [
    "a resource claim to be made",
    pod({ resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "t" }] }),
    [],
  ],
  [
    "a resource claim that was made",
    pod({ resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "t" }] }, {
      resourceClaimStatuses: [{ name: "other", resourceClaimName: "o" }, {
        name: "gpu",
        resourceClaimName: "web-gpu-1",
      }],
    }),
    ["resource claim web-gpu-1"],
  ],
  [
    "a resource claim that only the status tells of",
    pod({}, { resourceClaimStatuses: [{ name: "gpu", resourceClaimName: "o" }] }),
    [],
  ],
  [
    "a resource claim for extended resources",
    pod({}, { extendedResourceClaimStatus: { resourceClaimName: "e", requestMappings: [] } }),
    ["resource claim e"],
  ],
];

Deno.test("needsOfPod() tells what a pod names, and nothing else", () => {
  for (const [what, pod, needs] of PODS) {
    assertEquals([...needsOfPod(pod)].map((need) => need.join(" ")), needs, what);
  }
});

Deno.test("needsOfPod() looks at each claim a few times, however many there are", () => {
  const count = 2000;
  let looks = 0;
  const named = (more: object) =>
    Array.from({ length: count }, (_, at) => ({
      get name() {
        looks++;
        return `c${at}`;
      },
      ...more,
      resourceClaimName: "resourceClaimTemplateName" in more ? undefined : `made${at}`,
    }));
  const needs = [...needsOfPod({
    spec: { resourceClaims: named({ resourceClaimTemplateName: "t" }) },
    status: { resourceClaimStatuses: named({}) },
  } as unknown as Pod)];
  assertEquals(needs.length, count);
  assertEquals(needs.at(-1), ["resource claim", `made${count - 1}`]);
  assert(looks < 10 * count, `${looks} looks at ${count}`);
});
