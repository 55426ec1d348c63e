/** Volumes that are attached to nodes. */
import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const GROUP = "storage.k8s.io";

const ONE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

testKind({
  group: GROUP,
  resource: "volumeattachments",
  valid: { spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } } },
  bad: [
    ["nobody attaches", { spec: { attacher: "" } }, "spec.attacher: Required value"],
    [
      "no volume",
      { spec: { source: { persistentVolumeName: null } } },
      `spec.source: Required value: ${ONE}`,
    ],
    [
      "a volume without a name",
      { spec: { source: { persistentVolumeName: "" } } },
      "spec.source.persistentVolumeName: Required value: must specify non empty " +
      "persistentVolumeName",
      `spec.source.persistentVolumeName: Invalid value: "": ${SUBDOMAIN}`,
    ],
    [
      "a bad volume",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1" } },
          },
        },
      },
      "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of " +
      "inline volumes",
      "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of " +
      "inline volumes",
      "spec.source.inlineVolumeSpec: Required value: must specify a volume type",
    ],
    [
      "a volume inside of it that has a life of its own",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              csi: { driver: "d", volumeHandle: "h" },
              persistentVolumeReclaimPolicy: "Delete",
              nodeAffinity: {},
              storageClassName: "a",
              volumeMode: "Block",
            },
          },
        },
      },
      ...[
        "persistentVolumeReclaimPolicy: Forbidden: may only be Retain",
        "nodeAffinity: Forbidden: may not be specified",
        "storageClassName: Forbidden: may not be specified",
        "volumeMode: Forbidden: may not specify volumeMode other than Filesystem",
      ].map((cause) => `spec.source.inlineVolumeSpec.${cause} in the context of inline volumes`),
    ],
    [
      "a place on nodes, which it says",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              local: { path: "/a" },
              nodeAffinity: {},
            },
          },
        },
      },
      ...[
        "csi: Required value: has to be specified in the context of inline volumes",
        "nodeAffinity: Forbidden: may not be specified in the context of inline volumes",
        "nodeAffinity: Required value: Local volume requires node affinity",
      ].map((cause) => `spec.source.inlineVolumeSpec.${cause}`),
    ],
    [
      "the whole of a machine, to be emptied",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              hostPath: { path: "/" },
              persistentVolumeReclaimPolicy: "Recycle",
            },
          },
        },
      },
      ...[
        "csi: Required value: has to be specified in the context of inline volumes",
        "persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes",
        "persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
      ].map((cause) => `spec.source.inlineVolumeSpec.${cause}`),
    ],
    [
      "two volumes",
      { spec: { source: { inlineVolumeSpec: {} } } },
      `spec.source: Forbidden: ${ONE}`,
    ],
    [
      "no node",
      { spec: { nodeName: "_" } },
      `spec.nodeName: Invalid value: "_": ${SUBDOMAIN}`,
    ],
  ],
  good: [["a driver's inside of it", {
    spec: {
      source: {
        persistentVolumeName: null,
        inlineVolumeSpec: {
          accessModes: ["ReadWriteOnce"],
          csi: { driver: "d", volumeHandle: "h" },
        },
      },
    },
  }]],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "a status",
    through: "status",
    to: { spec: { nodeName: "other" }, status: { attached: true, attachmentMetadata: { a: "b" } } },
    becomes: { spec: { nodeName: "n" }, status: { attached: true } },
  }, {
    name: "a status that says too much",
    through: "status",
    to: {
      status: {
        attached: true,
        attachmentMetadata: { a: "x".repeat(256 * 1024) },
        attachError: { message: "x".repeat(1025) },
        detachError: { errorCode: -1 },
      },
    },
    causes: [
      "status.attachmentMetadata: Too long: may not be more than 262144 bytes",
      "status.attachError.message: Too long: may not be more than 262144 bytes",
      "status.detachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    ],
  }, {
    name: "all stays",
    to: { spec: { nodeName: "other" } },
    causes: [
      'spec: Invalid value: {"attacher":"a","source":{"persistentVolumeName":"v"},' +
      '"nodeName":"other"}: field is immutable',
    ],
  }],
  rows: [["attached", { status: { attached: true } }, {
    Attacher: "a",
    PV: "v",
    Node: "n",
    Attached: true,
  }]],
});
