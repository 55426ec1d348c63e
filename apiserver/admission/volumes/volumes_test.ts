import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";

const CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
const claim = (spec: AnyObject = {}, annotations?: AnyObject): Write => [
  "post",
  "persistentvolumeclaims",
  {
    metadata: { name: "c", ...(annotations && { annotations }) },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  },
];
const grow: Write = ["patch", "persistentvolumeclaims/c", {
  spec: { resources: { requests: { storage: "2Gi" } } },
}];
const bound: Write = ["patch", "persistentvolumeclaims/c/status", { status: { phase: "Bound" } }];
const storageClass = (name: string, more: AnyObject = {}, annotations: AnyObject = {}): Write => [
  "post",
  CLASSES,
  { metadata: { name, annotations }, provisioner: "example.com/p", ...more },
];
const DEFAULT = "storageclass.kubernetes.io/is-default-class";

testPlugin("persistentVolumeClaimResize() lets claims grow whose class can", {
  plugins: ["PersistentVolumeClaimResize"],
  before: [storageClass("grows", { allowVolumeExpansion: true }), storageClass("fixed")],
}, [
  {
    name: "not of a class that can't",
    before: [claim({ storageClassName: "fixed" }), bound],
    write: grow,
    status: 403,
    message: "only dynamically provisioned pvc can be resized",
  },
  { name: "not without a class", before: [claim(), bound], write: grow, status: 403 },
  {
    name: "of a class that can",
    before: [claim({ storageClassName: "grows" }), bound],
    write: grow,
  },
]);

testPlugin("defaultStorageClass() names the newest default class", {
  plugins: ["DefaultStorageClass", "StorageObjectInUseProtection"],
  before: [
    storageClass("b", {}, { [DEFAULT]: "true" }),
    storageClass("a", {}, { "storageclass.beta.kubernetes.io/is-default-class": "true" }),
    storageClass("no", {}, { [DEFAULT]: "false" }),
  ],
}, [
  {
    name: "in claims that name none, which are protected besides",
    write: claim(),
    fields: { "metadata.finalizers": ["kubernetes.io/pvc-protection"] },
  },
  {
    name: "not in those that want none",
    write: claim({ storageClassName: "" }),
    fields: { "spec.storageClassName": "" },
  },
  {
    name: "not in those that name one as of old",
    write: claim({}, { "volume.beta.kubernetes.io/storage-class": "x" }),
    fields: { "spec.storageClassName": undefined },
  },
  {
    name: "and volumes are protected",
    write: ["post", "/api/v1/persistentvolumes", {
      metadata: { name: "v", finalizers: ["example.com/a"] },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/x" },
      },
    }],
    fields: { "metadata.finalizers": ["example.com/a", "kubernetes.io/pv-protection"] },
  },
]);

Deno.test("plugins see in which phase new claims and volumes begin", async () => {
  const seen: unknown[] = [];
  await using server = await startTestServer({
    admission: [{
      mutate: ({ resource, object }) => void seen.push([resource.kind, object?.status]),
    }],
  });
  const [, , body] = claim();
  for (
    const [path, object] of [
      ["/api/v1/namespaces/default/persistentvolumeclaims", body],
      ["/api/v1/persistentvolumes", {
        metadata: { name: "v" },
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          hostPath: { path: "/tmp" },
        },
      }],
    ] as const
  ) assertEquals((await server.client.post(path, object!)).status, 201);
  assertEquals(seen.slice(-2), [
    ["PersistentVolumeClaim", { phase: "Pending" }],
    ["PersistentVolume", { phase: "Pending" }],
  ]);
});
