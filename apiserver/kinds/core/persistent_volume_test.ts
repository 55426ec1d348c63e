import { rulesOf } from "../declarations.ts";
import { testKind } from "../../../testing/kind_tables.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";

const MODES =
  'supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"';

const spec = (fields: object) => ({ spec: fields });
const source = (fields: object) => spec({ hostPath: null, ...fields });
const affinity = {
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] }],
  },
};
const csi = { driver: "example.com", volumeHandle: "h" };

const onZone = (key: string) => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: ["a"] }] }],
  },
});

testKind({
  group: "",
  resource: "persistentvolumes",
  valid: spec({
    accessModes: ["ReadWriteOnce"],
    capacity: { storage: "1Gi" },
    hostPath: { path: "/data" },
  }),
  good: [
    ["a driver's", source({ csi })],
    ["of one node", source({ local: { path: "/d" }, nodeAffinity: affinity })],
  ],
  bad: [
    ["no access mode", spec({ accessModes: null }), "spec.accessModes: Required value"],
    [
      "an unknown access mode",
      spec({ accessModes: ["x"] }),
      `spec.accessModes: Unsupported value: "x": ${MODES}`,
    ],
    [
      "no capacity",
      spec({ capacity: null }),
      "spec.capacity: Required value",
      'spec.capacity: Unsupported value: null: supported values: "storage"',
    ],
    [
      "another capacity",
      spec({ capacity: { cpu: "1" } }),
      'spec.capacity: Unsupported value: {"cpu":"1","storage":"1Gi"}: supported values: "storage"',
    ],
    [
      "nothing",
      spec({ capacity: { storage: "0" } }),
      'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
    ],
    [
      "less than nothing",
      spec({ capacity: { storage: "-1" } }),
      "spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
      'spec.capacity[storage]: Invalid value: "-1": must be greater than zero',
    ],
    [
      "an unknown policy",
      spec({ persistentVolumeReclaimPolicy: "x" }),
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "x": supported values: "Delete", ' +
      '"Recycle", "Retain"',
    ],
    [
      "attributes of what has none",
      spec({ volumeAttributesClassName: "" }),
      "spec.volumeAttributesClassName: Required value: an empty string is disallowed",
      "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
    ],
    ["no source", source({}), "spec: Required value: must specify a volume type"],
    [
      "two sources",
      spec({ nfs: { server: "s", path: "/p" } }),
      "spec.nfs: Forbidden: may not specify more than 1 volume type",
    ],
    [
      "many sources, of which one is never too many",
      spec({
        cephfs: { monitors: ["m"] },
        flexVolume: { driver: "" },
        csi: { driver: "a", volumeHandle: "b" },
      }),
      "spec.cephFS: Forbidden: may not specify more than 1 volume type",
      "spec.flexVolume.driver: Required value",
      "spec.csi: Forbidden: may not specify more than 1 volume type",
    ],
    ["a path of none", spec({ hostPath: { path: "" } }), "spec.hostPath.path: Required value"],
    [
      "a step up",
      spec({ hostPath: { path: "/a/../b" } }),
      "spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
    ],
    [
      "the root, recycled",
      spec({ hostPath: { path: "//" }, persistentVolumeReclaimPolicy: "Recycle" }),
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
    ],
    [
      "a server of none",
      source({ nfs: { server: "", path: "p" } }),
      "spec.nfs.server: Required value",
      'spec.nfs.path: Invalid value: "p": must be an absolute path',
    ],
    [
      "of one node, which is unknown",
      source({ local: { path: "/d" } }),
      "spec.nodeAffinity: Required value: Local volume requires node affinity",
    ],
    [
      "a driver of none",
      source({ csi: { driver: "", volumeHandle: "" } }),
      "spec.csi.driver: Required value",
      "spec.csi.volumeHandle: Required value",
    ],
    [
      "a secret without a namespace",
      source({ csi: { ...csi, nodePublishSecretRef: { name: "a" } } }),
      "spec.csi.nodePublishSecretRef.namespace: Required value",
    ],
    [
      "nodes of no kind",
      spec({ nodeAffinity: {} }),
      "spec.nodeAffinity.required: Required value: must specify required node constraints",
    ],
    [
      "no terms for nodes",
      spec({ nodeAffinity: { required: { nodeSelectorTerms: [] } } }),
      "spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node " +
      "selector term",
    ],
    [
      "an unknown mode",
      spec({ volumeMode: "x" }),
      'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
    ],
  ],
  warned: [
    [
      "annotations of old",
      {
        metadata: {
          annotations: {
            "volume.beta.kubernetes.io/mount-options": "ro",
            "volume.beta.kubernetes.io/storage-class": "c",
          },
        },
      },
      "metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use " +
      '"storageClassName" attribute instead',
      "metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use " +
      '"mountOptions" attribute instead',
    ],
    [
      "labels of nodes of old",
      spec({ nodeAffinity: onZone("failure-domain.beta.kubernetes.io/zone") }),
      "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: failure-domain.beta." +
      'kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    ],
    ["no source that only pods are warned of", source({ flocker: { datasetName: "a" } })],
  ],
  defaults: [["policy, mode and phase", {}, {
    spec: {
      persistentVolumeReclaimPolicy: "Retain",
      volumeMode: "Filesystem",
      hostPath: { path: "/data", type: "" },
    },
    status: { phase: "Pending", lastPhaseTransitionTime: "2026-01-01T00:00:00Z" },
  }]],
  updates: [
    {
      name: "claim and policy may change",
      to: spec({
        claimRef: { namespace: "a", name: "b" },
        persistentVolumeReclaimPolicy: "Delete",
      }),
    },
    {
      name: "the source stays",
      to: spec({ hostPath: { path: "/other" } }),
      causes: [
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after " +
        "creation",
      ],
    },
    {
      name: "the mode stays",
      to: spec({ volumeMode: "Block" }),
      causes: ['volumeMode: Invalid value: "Block": field is immutable'],
    },
    { name: "its nodes are told once", to: spec({ nodeAffinity: affinity }) },
    {
      name: "its nodes by another label",
      from: spec({ nodeAffinity: onZone("failure-domain.beta.kubernetes.io/zone") }),
      to: spec({ nodeAffinity: onZone("topology.kubernetes.io/zone") }),
    },
    {
      name: "its nodes back by a label of old",
      from: spec({ nodeAffinity: onZone("topology.kubernetes.io/zone") }),
      to: spec({ nodeAffinity: onZone("failure-domain.beta.kubernetes.io/zone") }),
      causes: [
        'nodeAffinity: Invalid value: {"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":' +
        '"failure-domain.beta.kubernetes.io/zone","operator":"In","values":["a"]}]}]}}: field is ' +
        "immutable, except for updating from beta label to GA",
      ],
    },
    {
      name: "a phase that was, and when is known",
      through: "status",
      from: { status: { phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" } },
      to: { status: { message: "a", lastPhaseTransitionTime: null } },
      becomes: { status: { lastPhaseTransitionTime: "2025-01-01T00:00:00Z" } },
    },
    {
      name: "the status stays",
      from: { status: { phase: "Released" } },
      to: { status: { phase: "Bound" } },
      becomes: { status: { phase: "Released" } },
    },
    {
      name: "a phase, and since when",
      through: "status",
      from: { status: { phase: "Pending", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" } },
      to: { status: { phase: "Available" } },
      becomes: { status: { phase: "Available", lastPhaseTransitionTime: "2026-01-01T00:00:00Z" } },
    },
    {
      name: "a secret for growing may come",
      from: source({ csi }),
      to: source({ csi: { controllerExpandSecretRef: { name: "a", namespace: "b" } } }),
    },
    {
      name: "attributes are not forgotten",
      from: source({ csi, volumeAttributesClassName: "a" }),
      to: spec({ volumeAttributesClassName: null }),
      causes: [
        "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden",
      ],
    },
    {
      name: "a secret for growing stays",
      from: source({ csi: { ...csi, controllerExpandSecretRef: { name: "a", namespace: "b" } } }),
      to: source({ csi: { controllerExpandSecretRef: { name: "c" } } }),
      causes: [
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after " +
        "creation",
      ],
    },
  ],
  rows: [["bound", {
    spec: { claimRef: { namespace: "ns", name: "c" }, storageClassName: "fast" },
    status: { phase: "Bound", reason: "why" },
  }, {
    Name: "x",
    Capacity: "1Gi",
    "Access Modes": "RWO",
    "Reclaim Policy": "Retain",
    Status: "Bound",
    Claim: "ns/c",
    StorageClass: "fast",
    VolumeAttributesClass: "<unset>",
    Reason: "why",
    VolumeMode: "Filesystem",
  }], ["of a class in the old place", {
    metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
    spec: { storageClassName: "new" },
  }, { StorageClass: "old" }]],
});

Deno.test("persistentvolumes warn of what nobody serves any more", () => {
  const { warnings } = rulesOf("core/v1", "persistentvolumes", NAMES.kubernetes);
  assertEquals(warnings?.({ spec: { nfs: { server: "a", path: "/" } } }, undefined), []);
  const spec = { persistentVolumeReclaimPolicy: "Recycle", storageos: { volumeName: "v" } };
  assertEquals(warnings?.({ spec }, undefined), [
    "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the " +
    "recommended approach is to use dynamic provisioning.",
    "spec.storageOS: deprecated in v1.22, non-functional in v1.25+",
  ]);
});
