/**
 * Admission plugins that are on by default: what they fill in, and what they refuse.
 *
 * @module
 */

import type { Area } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import {
  amounts,
  type Case,
  claim,
  container,
  pod,
  range,
  scenario,
  sized,
} from "./admission_case.ts";

const PRIORITIES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
const RUNTIMES = "/apis/node.k8s.io/v1/runtimeclasses";
const INGRESS_CLASSES = "/apis/networking.k8s.io/v1/ingressclasses";
const INGRESSES = "apis/networking.k8s.io/v1:ingresses";
const CLAIMS = "apis/resource.k8s.io/v1:resourceclaims";

const deviceClaim = (name: string, more: AnyObject = {}) => ({
  metadata: { name },
  spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c", ...more } }] } },
});

const ON_BY_DEFAULT: readonly Case[] = [
  {
    name: "LimitRanger fills in",
    writes: [
      range("a", {
        type: "Container",
        default: { cpu: "1", memory: "64Mi" },
        defaultRequest: { cpu: "100m", memory: "32Mi" },
      }),
      ["post", "pods", pod("plain", { initContainers: [container("i")] })],
      ["post", "pods", sized("own", { cpu: "0.2" }, { cpu: "0.5" })],
      ["post", "pods", sized("half", { memory: "1Gi" }, { memory: "1Gi" })],
      ["put", "pods/plain", { metadata: { labels: { a: "b" } } }],
      ["post", "pods?dryRun=All", pod("dry")],
    ],
  },
  {
    name: "LimitRanger bounds containers",
    writes: [
      range("a", { type: "Container", min: { cpu: "100m" }, max: { cpu: "2" } }),
      ["post", "pods", pod("none")],
      ["post", "pods", sized("low", { cpu: "50m" }, { cpu: "1" })],
      ["post", "pods", sized("high", { cpu: "1" }, { cpu: "3" })],
      ["post", "pods", sized("fits", { cpu: "1" }, { cpu: "2" })],
      ["post", "pods", sized("unlimited", { cpu: "1" })],
    ],
  },
  {
    name: "LimitRanger bounds ratios",
    writes: [
      range("a", { type: "Container", maxLimitRequestRatio: { memory: "2" } }),
      ["post", "pods", pod("none")],
      ["post", "pods", sized("over", { memory: "10Mi" }, { memory: "21Mi" })],
      ["post", "pods", sized("fits", { memory: "10Mi" }, { memory: "20Mi" })],
      ["post", "pods", sized("unlimited", { memory: "10Mi" })],
      ["post", "pods", sized("zero", { memory: "0" }, { memory: "20Mi" })],
    ],
  },
  {
    name: "LimitRanger bounds whole pods",
    writes: [
      range("a", { type: "Pod", min: { cpu: "100m" }, max: { cpu: "2" } }),
      ["post", "pods", {
        metadata: { name: "two" },
        spec: {
          containers: ["a", "b"].map((name) =>
            container(name, amounts({ cpu: "1100m" }, { cpu: "1100m" }))
          ),
        },
      }],
      ["post", "pods", {
        metadata: { name: "start" },
        spec: {
          containers: [container("a", amounts({ cpu: "1" }, { cpu: "1" }))],
          initContainers: [
            container("s", {
              ...amounts({ cpu: "500m" }, { cpu: "500m" }),
              restartPolicy: "Always",
            }),
            container("i", amounts({ cpu: "1600m" }, { cpu: "1600m" })),
          ],
        },
      }],
      ["post", "pods", {
        metadata: { name: "whole" },
        spec: {
          containers: [container("a", amounts({ cpu: "1" }, { cpu: "1" }))],
          resources: { requests: { cpu: "2" }, limits: { cpu: "3" } },
        },
      }],
      ["post", "pods", sized("fits", { cpu: "1" }, { cpu: "2" })],
    ],
  },
  {
    name: "LimitRanger bounds resizes",
    writes: [
      ["post", "pods", sized("p", { cpu: "1" }, { cpu: "2" })],
      range("a", { type: "Container", max: { cpu: "3" } }),
      ["patch", "pods/p/resize", {
        spec: { containers: [container("c", amounts({ cpu: "1" }, { cpu: "4" }))] },
      }],
      ["patch", "pods/p/resize", {
        spec: { containers: [container("c", amounts({ cpu: "1" }, { cpu: "3" }))] },
      }],
      ["patch", "pods/p", { metadata: { labels: { a: "b" } } }],
    ],
  },
  {
    name: "LimitRanger bounds claims",
    writes: [
      range("a", {
        type: "PersistentVolumeClaim",
        min: { storage: "1Gi" },
        max: { storage: "10Gi" },
      }),
      ["post", "persistentvolumeclaims", claim("small", "500Mi")],
      ["post", "persistentvolumeclaims", claim("large", "11Gi")],
      ["post", "persistentvolumeclaims", claim("fits", "10Gi")],
    ],
  },
  {
    name: "claims on devices that others use",
    writes: [
      ["post", CLAIMS, deviceClaim("admin", { adminAccess: true })],
      ["post", CLAIMS, deviceClaim("plain")],
      ["post", "apis/resource.k8s.io/v1:resourceclaimtemplates", {
        metadata: { name: "t" },
        spec: { spec: deviceClaim("", { adminAccess: true }).spec },
      }],
      ["patch", `${CLAIMS}/plain/status`, {
        status: {
          allocation: {
            devices: {
              results: [{ request: "r", driver: "d", pool: "p", device: "x", adminAccess: true }],
            },
          },
        },
      }],
      ["patch", "/api/v1/namespaces/adm-$", {
        metadata: { labels: { "resource.kubernetes.io/admin-access": "true" } },
      }],
      ["post", CLAIMS, deviceClaim("admin", { adminAccess: true })],
    ],
  },
  {
    name: "TaintNodesByCondition",
    writes: [
      ["post", "/api/v1/nodes", { metadata: { name: "t-$" } }],
      ["post", "/api/v1/nodes", {
        metadata: { name: "u-$" },
        spec: {
          taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule", value: "x" }],
        },
      }],
      ["post", "/api/v1/nodes", {
        metadata: { name: "v-$" },
        spec: { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }] },
      }],
    ],
  },
  {
    name: "Priority",
    writes: [
      ["post", PRIORITIES, { metadata: { name: "high-$" }, value: 10, preemptionPolicy: "Never" }],
      ["until", "pods", pod("try", { priorityClassName: "high-$" }), '"priority":10'],
      ["post", "pods", pod("none")],
      ["post", "pods", pod("named", { priorityClassName: "high-$" })],
      ["post", "pods", pod("system", { priorityClassName: "system-cluster-critical" })],
      ["post", "pods", pod("unknown", { priorityClassName: "nothing" })],
      ["post", "pods", pod("wrong", { priorityClassName: "high-$", priority: 11 })],
      ["post", "pods", pod("right", { priorityClassName: "high-$", priority: 10 })],
      ["post", "pods", pod("own", { priority: 1 })],
      ["post", "pods", pod("policy", { priorityClassName: "high-$", preemptionPolicy: "X" })],
      [
        "post",
        "pods",
        pod("lower", { priorityClassName: "high-$", preemptionPolicy: "PreemptLowerPriority" }),
      ],
      ["patch", "pods/named", { spec: { priority: null, preemptionPolicy: null } }],
      ["patch", "pods/named", { spec: { priority: 12 } }],
    ],
  },
  {
    name: "DefaultTolerationSeconds",
    writes: [
      ["post", "pods", pod("none")],
      ["post", "pods", pod("all", { tolerations: [{ operator: "Exists" }] })],
      [
        "post",
        "pods",
        pod("one", {
          tolerations: [{ key: "node.kubernetes.io/not-ready", operator: "Exists" }],
        }),
      ],
      [
        "post",
        "pods",
        pod("other", {
          tolerations: [{
            key: "node.kubernetes.io/unreachable",
            operator: "Exists",
            effect: "NoSchedule",
          }],
        }),
      ],
      ["patch", "pods/none", { metadata: { labels: { a: "b" } } }],
    ],
  },
  {
    name: "storage",
    writes: [
      ["post", "persistentvolumeclaims", claim("none", "1Gi")],
      ["post", CLASSES, {
        metadata: { name: "c-$" },
        provisioner: "example.com/p",
        allowVolumeExpansion: true,
      }],
      ["post", "persistentvolumeclaims", claim("one", "1Gi", { storageClassName: "c-$" })],
      ["post", "persistentvolumeclaims", claim("empty", "1Gi", { storageClassName: "" })],
      ["patch", "persistentvolumeclaims/one", {
        spec: { resources: { requests: { storage: "2Gi" } } },
      }],
      ["patch", "persistentvolumeclaims/one/status", { status: { phase: "Bound" } }],
      ["patch", "persistentvolumeclaims/none/status", { status: { phase: "Bound" } }],
      ["patch", "persistentvolumeclaims/none", {
        spec: { resources: { requests: { storage: "2Gi" } } },
      }],
      ["post", "/api/v1/persistentvolumes", {
        metadata: { name: "v-$" },
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          hostPath: { path: "/x" },
        },
      }],
      ["post", "/api/v1/persistentvolumes", {
        metadata: { name: "w-$", finalizers: ["kubernetes.io/pv-protection"] },
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          hostPath: { path: "/x" },
        },
      }],
    ],
  },
  {
    name: "RuntimeClass",
    writes: [
      ["post", RUNTIMES, {
        metadata: { name: "r-$" },
        handler: "h",
        overhead: { podFixed: { cpu: "100m", memory: "64Mi" } },
        scheduling: {
          nodeSelector: { runtime: "r" },
          tolerations: [{ key: "r", operator: "Exists" }],
        },
      }],
      ["post", RUNTIMES, { metadata: { name: "s-$" }, handler: "h" }],
      ["post", "pods", pod("plain")],
      ["post", "pods", pod("named", { runtimeClassName: "r-$" })],
      [
        "post",
        "pods",
        pod("same", {
          runtimeClassName: "r-$",
          overhead: { cpu: "0.1", memory: "64Mi" },
          nodeSelector: { runtime: "r", a: "b" },
        }),
      ],
      ["post", "pods", pod("other", { runtimeClassName: "r-$", overhead: { cpu: "1" } })],
      ["post", "pods", pod("alone", { overhead: { cpu: "1" } })],
      ["post", "pods", pod("bare", { runtimeClassName: "s-$", overhead: { cpu: "1" } })],
      [
        "post",
        "pods",
        pod("conflict", { runtimeClassName: "r-$", nodeSelector: { runtime: "x" } }),
      ],
      ["post", "pods", pod("unknown", { runtimeClassName: "nothing" })],
    ],
  },
  {
    name: "PodTopologyLabels and PodResizeValidator",
    writes: [
      ["post", "/api/v1/nodes", {
        metadata: {
          name: "z-$",
          labels: { "topology.kubernetes.io/zone": "z", "topology.kubernetes.io/region": "r" },
        },
        status: { allocatable: { cpu: "2", memory: "1Gi" } },
      }],
      ["post", "pods", { ...sized("made", { cpu: "1" }, { cpu: "2" }, { nodeName: "z-$" }) }],
      ["post", "pods", pod("bound")],
      ["post", "pods/bound/binding", {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "bound" },
        target: { kind: "Node", name: "z-$" },
      }],
      ["patch", "pods/bound", { metadata: { annotations: { a: "b" } } }],
      ["patch", "pods/made/resize", {
        spec: { containers: [container("c", amounts({ cpu: "3" }, { cpu: "4" }))] },
      }],
      ["patch", "pods/made/resize", {
        spec: { containers: [container("c", amounts({ cpu: "1500m" }, { cpu: "4" }))] },
      }],
    ],
  },
  {
    name: "NodeDeclaredFeatureValidator",
    writes: [
      ["post", "/api/v1/nodes", {
        metadata: { name: "old-$" },
        status: { allocatable: { cpu: "9", memory: "9Gi" } },
      }],
      ["post", "/api/v1/nodes", {
        metadata: { name: "new-$" },
        status: {
          allocatable: { cpu: "9", memory: "9Gi" },
          declaredFeatures: ["InPlacePodLevelResourcesVerticalScaling"],
        },
      }],
      ...["old", "new", "gone"].flatMap((name) => {
        const first = container("first", amounts({ cpu: "1" }));
        const resources = (cpu: string) => ({ resources: { requests: { cpu }, limits: { cpu } } });
        const spec = { nodeName: `${name}-$`, initContainers: [first], ...resources("3") };
        return [
          ["post", "pods", pod(name, spec)],
          ["patch", `pods/${name}/resize`, { spec: resources("3000m") }],
          ["patch", `pods/${name}/resize`, { spec: resources("4") }],
          ["patch", `pods/${name}/resize`, {
            spec: { initContainers: [{ ...first, ...amounts({ cpu: "2" }) }] },
          }],
          ["patch", `pods/${name}/resize`, {
            spec: { ...resources("4"), initContainers: [{ ...first, ...amounts({ cpu: "2" }) }] },
          }],
          ["patch", `pods/${name}/resize`, { metadata: { labels: { a: "b" } } }],
        ] as const;
      }),
    ],
  },
];

/** Classes that are the default change what others see. */
const DEFAULT_CLASSES: readonly Case[] = [
  {
    name: "a default priority class",
    writes: [
      ["post", PRIORITIES, { metadata: { name: "d-$" }, value: 7, globalDefault: true }],
      ["until", "pods", pod("try"), '"priority":7'],
      ["post", "pods", pod("none")],
      ["post", PRIORITIES, { metadata: { name: "e-$" }, value: 8, globalDefault: true }],
      ["post", PRIORITIES, { metadata: { name: "f-$" }, value: 8 }],
      ["patch", `${PRIORITIES}/f-$`, { globalDefault: true }],
      ["patch", `${PRIORITIES}/d-$`, { description: "x" }],
      ["delete", `${PRIORITIES}/d-$`],
      ["delete", `${PRIORITIES}/f-$`],
    ],
  },
  {
    name: "a default storage class",
    writes: [
      ["post", CLASSES, {
        metadata: {
          name: "d-$",
          annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
        },
        provisioner: "example.com/p",
      }],
      ["until", "persistentvolumeclaims", claim("try", "1Gi"), '"storageClassName":"d-$"'],
      ["post", "persistentvolumeclaims", claim("none", "1Gi")],
      ["post", "persistentvolumeclaims", {
        ...claim("old", "1Gi"),
        metadata: { name: "old", annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
      }],
      ["delete", `${CLASSES}/d-$`],
    ],
  },
  {
    name: "a default ingress class",
    writes: [
      ["post", INGRESS_CLASSES, {
        metadata: {
          name: "d-$",
          annotations: { "ingressclass.kubernetes.io/is-default-class": "true" },
        },
        spec: { controller: "example.com/c" },
      }],
      [
        "until",
        INGRESSES,
        {
          metadata: { name: "try" },
          spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } },
        },
        '"ingressClassName":"d-$"',
      ],
      ["post", INGRESSES, {
        metadata: { name: "none" },
        spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } },
      }],
      ["post", INGRESSES, {
        metadata: { name: "old", annotations: { "kubernetes.io/ingress.class": "x" } },
        spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } },
      }],
      ["delete", `${INGRESS_CLASSES}/d-$`],
    ],
  },
];

/** Plugins that are on by default. */
export const admission: Area = {
  name: "admission",
  *scenarios() {
    for (const one of ON_BY_DEFAULT) yield scenario(one);
    for (const one of DEFAULT_CLASSES) yield scenario(one, true);
  },
};
