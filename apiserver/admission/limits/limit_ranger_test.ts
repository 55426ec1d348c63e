import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

const PLUGINS = { plugins: ["LimitRanger"] };

const range = (...limits: AnyObject[]): Write => [
  "post",
  "limitranges",
  { metadata: { name: `r${limits.length}` }, spec: { limits } },
];
const container = (requests?: AnyObject, limits?: AnyObject, more: AnyObject = {}) => ({
  name: "c",
  image: "i",
  ...((requests ?? limits) && { resources: { requests, limits } }),
  ...more,
});
const pod = (...containers: AnyObject[]): Write => [
  "post",
  "pods",
  { metadata: { name: "p" }, spec: { containers } },
];
const claim = (storage: string): Write => ["post", "persistentvolumeclaims", {
  metadata: { name: "c" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
}];

const BOUNDS = range({ type: "Container", min: { cpu: "100m" }, max: { cpu: "2" } });
const RATIO = range({ type: "Container", maxLimitRequestRatio: { memory: "2" } });
const WHOLE = range({ type: "Pod", max: { cpu: "2" } });
const CLAIMS = range({
  type: "PersistentVolumeClaim",
  min: { storage: "1Gi" },
  max: { storage: "2Gi" },
});
const DEFAULTS = range({
  type: "Container",
  default: { cpu: "1" },
  defaultRequest: { cpu: "100m", memory: "1Mi" },
});

testPlugin("limitRanger() refuses what is out of bounds", PLUGINS, [
  {
    name: "a pod that asks for nothing",
    before: [range({ type: "Pod", min: { cpu: "100m" }, max: { cpu: "2" } })],
    write: pod(container()),
    status: 403,
    message: "[minimum cpu usage per Pod is 100m.  No request is specified, maximum cpu " +
      "usage per Pod is 2.  No limit is specified]",
  },
  {
    name: "a request below the least",
    before: [BOUNDS],
    write: pod(container({ cpu: "99m" }, { cpu: "1" })),
    status: 403,
    message: "minimum cpu usage per Container is 100m, but request is 99m",
  },
  {
    name: "a limit above the most",
    before: [BOUNDS],
    write: pod(container({ cpu: "1" }, { cpu: "2001m" })),
    status: 403,
    message: "maximum cpu usage per Container is 2, but limit is 2001m",
  },
  {
    name: "an init container as any other",
    before: [BOUNDS],
    write: ["post", "pods", {
      metadata: { name: "p" },
      spec: {
        containers: [container({ cpu: "1" }, { cpu: "1" })],
        initContainers: [container({ cpu: "3" }, { cpu: "3" }, { name: "i" })],
      },
    }],
    status: 403,
    message: "but limit is 3",
  },
  {
    name: "a limit too far from its request",
    before: [RATIO],
    write: pod(container({ memory: "10Mi" }, { memory: "21Mi" })),
    status: 403,
    message: "memory max limit to request ratio per Container is 2, but provided ratio is 2.100000",
  },
  {
    name: "a limit just between two ratios that can be shown, which is shown as the even one",
    before: [range({ type: "Container", maxLimitRequestRatio: { cpu: "1" } })],
    write: pod(container({ cpu: "128m" }, { cpu: "129m" })),
    status: 403,
    message: "cpu max limit to request ratio per Container is 1, but provided ratio is 1.007812",
  },
  {
    name: "a limit just between two others, of which the upper one is even",
    before: [range({ type: "Container", maxLimitRequestRatio: { cpu: "1" } })],
    write: pod(container({ cpu: "128m" }, { cpu: "131m" })),
    status: 403,
    message: "but provided ratio is 1.023438",
  },
  {
    name: "no request where there is a ratio",
    before: [RATIO],
    write: pod(container()),
    status: 403,
    message: "but no request is specified or request is 0",
  },
  {
    name: "containers that are too much together",
    before: [WHOLE],
    write: pod(
      container({ cpu: "1" }, { cpu: "1100m" }),
      container({ cpu: "1" }, { cpu: "1" }, { name: "d" }),
    ),
    status: 403,
    message: "maximum cpu usage per Pod is 2, but limit is 2100m",
  },
  {
    name: "a pod that is too much as a whole",
    before: [WHOLE],
    write: ["post", "pods", {
      metadata: { name: "p" },
      spec: {
        containers: [container({ cpu: "1" }, { cpu: "1" })],
        resources: { requests: { cpu: "1" }, limits: { cpu: "3" } },
      },
    }],
    status: 403,
    message: "but limit is 3",
  },
  {
    name: "a small claim",
    before: [CLAIMS],
    write: claim("1023Mi"),
    status: 403,
    message: "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1023Mi",
  },
  {
    name: "a large claim",
    before: [CLAIMS],
    write: claim("3Gi"),
    status: 403,
    message: "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi",
  },
  {
    name: "a resize",
    before: [pod(container({ cpu: "1" }, { cpu: "2" })), BOUNDS],
    write: ["patch", "pods/p/resize", {
      spec: { containers: [container({ cpu: "3" }, { cpu: "4" })] },
    }],
    status: 403,
    message: "but limit is 4",
  },
]);

testPlugin("limitRanger() takes what is within, and fills in what is missing", PLUGINS, [
  {
    name: "nothing to keep to",
    write: pod(container()),
    fields: { "metadata.annotations": undefined },
  },
  {
    name: "the bounds themselves",
    before: [BOUNDS],
    write: pod(container({ cpu: "100m" }, { cpu: "2" })),
  },
  {
    name: "a ratio that is kept",
    before: [RATIO],
    write: pod(container({ memory: "1Mi" }, { memory: "2Mi" })),
  },
  { name: "a claim", before: [CLAIMS], write: claim("2Gi") },
  {
    name: "defaults",
    before: [DEFAULTS],
    write: pod(container(undefined, { memory: "2Mi" })),
    fields: {
      "spec.containers.0.resources": {
        limits: { cpu: "1", memory: "2Mi" },
        requests: { cpu: "100m", memory: "2Mi" },
      },
      "metadata.annotations": {
        "kubernetes.io/limit-ranger":
          "LimitRanger plugin set: cpu request for container c; cpu limit for container c",
      },
    },
  },
  {
    name: "an update of a pod that was there before",
    before: [pod(container()), BOUNDS],
    write: ["patch", "pods/p", { metadata: { labels: { a: "b" } } }],
  },
]);
