/** How claims and volumes change, and what is told of them. */
import { testKind } from "../../../testing/kind_tables.ts";
import {
  NO_QUALIFIED_NAME as LABEL,
  NO_SUBDOMAIN as SUBDOMAIN,
} from "../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const spec = (fields: Fields) => ({ spec: fields });
const status = (fields: Fields) => ({ status: fields });
const asks = (storage: string, more: Fields = {}) =>
  spec({ resources: { requests: { storage } }, ...more });
const BOUND = { phase: "Bound", capacity: { storage: "5Gi" } };
const SOURCE = { apiGroup: "a.b", kind: "Snapshot", name: "a" };

testKind({
  group: "",
  resource: "persistentvolumeclaims",
  valid: {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "5Gi" } } },
  },
  bad: [
    [
      "no way to use it",
      spec({ accessModes: null }),
      "spec.accessModes: Required value: at least 1 access mode is required",
    ],
    [
      "another way to use it",
      spec({ accessModes: ["ReadSometimes"] }),
      'spec.accessModes: Unsupported value: "ReadSometimes": supported values: ' +
      '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    ],
    [
      "one pod and others",
      spec({ accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] }),
      "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
    ],
    ["no amount", spec({ resources: null }), "spec.resources[storage]: Required value"],
    [
      "nothing",
      asks("0"),
      'spec.resources[storage]: Invalid value: "0": must be greater than zero',
    ],
    [
      "less than nothing",
      asks("-1"),
      'spec.resources[storage]: Invalid value: "-1": must be greater than zero',
    ],
    [
      "a class of a bad name",
      spec({ storageClassName: "a b", volumeAttributesClassName: "a b" }),
      `spec.storageClassName: Invalid value: "a b": ${SUBDOMAIN}`,
      `spec.volumeAttributesClassName: Invalid value: "a b": ${SUBDOMAIN}`,
    ],
    [
      "another mode",
      spec({ volumeMode: "Tape" }),
      'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
    ],
    [
      "a source of nothing",
      spec({ dataSourceRef: { kind: "", name: "" } }),
      "spec.dataSource.name: Required value",
      "spec.dataSource.kind: Required value",
      "spec.dataSource: Invalid value: \"\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
      "spec.dataSourceRef.name: Required value",
      "spec.dataSourceRef.kind: Required value",
      "spec.dataSourceRef: Invalid value: \"\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
    ],
    [
      "a source of the core that is none",
      spec({ dataSourceRef: { kind: "Pod", name: "a" } }),
      "spec.dataSource: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
      "spec.dataSourceRef: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
    ],
    [
      "two sources",
      spec({ dataSource: { ...SOURCE, name: "b" }, dataSourceRef: SOURCE }),
      "spec: Invalid value: {}: must match dataSourceRef",
    ],
    [
      "an unreadable selector",
      spec({ selector: { matchExpressions: [{ key: "a", operator: "Near" }] } }),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid ' +
      "selector operator",
    ],
    [
      "claims of a volume of a bad name",
      spec({ selector: { matchLabels: { "a b": "-" } } }),
      `spec.selector.matchLabels: Invalid value: "a b": ${LABEL}`,
      'spec.selector.matchLabels: Invalid value: "-": a valid label must be an empty ' +
      "string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
      "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
      "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ],
  updates: [
    { name: "a volume for it", to: spec({ volumeName: "a" }) },
    {
      name: "another volume",
      from: spec({ volumeName: "a" }),
      to: spec({ volumeName: "b" }),
      causes: [
        "spec: Forbidden: spec is immutable after creation except resources.requests and " +
        "volumeAttributesClassName for bound claims",
      ],
    },
    {
      name: "more, before it is bound",
      to: asks("6Gi"),
      causes: [
        "spec: Forbidden: spec is immutable after creation except resources.requests and " +
        "volumeAttributesClassName for bound claims",
      ],
    },
    { name: "more", from: status(BOUND), to: asks("6Gi") },
    {
      name: "less",
      from: status(BOUND),
      to: asks("4Gi"),
      causes: [
        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
      ],
    },
    {
      name: "less than it asked for, and more than it has",
      from: { ...asks("9Gi"), ...status(BOUND) },
      to: asks("6Gi"),
    },
    {
      name: "another way to use it",
      to: spec({ accessModes: ["ReadWriteMany"] }),
      causes: [
        "spec: Forbidden: spec is immutable after creation except resources.requests and " +
        "volumeAttributesClassName for bound claims",
      ],
    },
    {
      name: "other attributes, before it is bound",
      to: spec({ volumeAttributesClassName: "a" }),
      causes: [
        "spec: Forbidden: spec is immutable after creation except resources.requests and " +
        "volumeAttributesClassName for bound claims",
      ],
    },
    { name: "other attributes", from: status(BOUND), to: spec({ volumeAttributesClassName: "a" }) },
    {
      name: "no attributes any longer",
      from: {
        ...spec({ volumeAttributesClassName: "a" }),
        ...status({ ...BOUND, currentVolumeAttributesClassName: "a" }),
      },
      to: spec({ volumeAttributesClassName: null }),
      causes: [
        "spec.volumeAttributesClassName: Forbidden: update to nil is forbidden when " +
        "status.currentVolumeAttributesClassName is not nil",
      ],
    },
    {
      name: "its old class in another place",
      from: { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "a" } } },
      to: {
        metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "a" } },
        ...spec({ storageClassName: "a" }),
      },
    },
    {
      name: "another old class",
      from: { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "a" } } },
      to: { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "b" } } },
      causes: [
        'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "b": ' +
        "field is immutable",
      ],
    },
    {
      name: "no phase",
      through: "status",
      to: status({ accessModes: ["ReadWriteOnce"] }),
      becomes: status({ phase: "Pending" }),
    },
    {
      name: "less than nothing to have",
      through: "status",
      to: status({
        capacity: { storage: "-1" },
        allocatedResources: { storage: "-1" },
        allocatedResourceStatuses: { storage: "Growing" },
      }),
      causes: [
        "status.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
        'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: ' +
        '"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", ' +
        '"NodeResizeInfeasible", "NodeResizePending"',
        "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource " +
        "quantity",
      ],
    },
    {
      name: "growth of nothing",
      through: "status",
      to: status({ allocatedResources: { "a b": "1", cpu: "1" } }),
      causes: [
        `status.allocatedResources: Invalid value: "a b": ${LABEL}`,
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
      ],
    },
  ],
});

testKind({
  group: "",
  resource: "persistentvolumes",
  valid: {
    spec: {
      capacity: { storage: "5Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/a" },
      persistentVolumeReclaimPolicy: "Retain",
    },
  },
  bad: [
    [
      "no amount",
      spec({ capacity: null }),
      "spec.capacity: Required value",
      'spec.capacity: Unsupported value: null: supported values: "storage"',
    ],
    [
      "other amounts",
      spec({ capacity: { cpu: "1" } }),
      'spec.capacity: Unsupported value: {"cpu":"1","storage":"5Gi"}: supported values: ' +
      '"storage"',
    ],
    [
      "nothing",
      spec({ capacity: { storage: "0" } }),
      'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
    ],
    ["no way to use it", spec({ accessModes: null }), "spec.accessModes: Required value"],
    [
      "one pod and others",
      spec({ accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] }),
      "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
    ],
    ["no source", spec({ hostPath: null }), "spec: Required value: must specify a volume type"],
    [
      "two sources",
      spec({ nfs: { server: "a", path: "/a" } }),
      "spec.nfs: Forbidden: may not specify more than 1 volume type",
    ],
    [
      "another end",
      spec({ persistentVolumeReclaimPolicy: "Give" }),
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "Give": supported values: ' +
      '"Delete", "Recycle", "Retain"',
    ],
    [
      "the root, to be wiped",
      spec({ persistentVolumeReclaimPolicy: "Recycle", hostPath: { path: "/" } }),
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath " +
      "mount of '/'",
    ],
    [
      "a class of a bad name",
      spec({ storageClassName: "a b", volumeAttributesClassName: "a b" }),
      `spec.storageClassName: Invalid value: "a b": ${SUBDOMAIN}`,
      `spec.volumeAttributesClassName: Invalid value: "a b": ${SUBDOMAIN}`,
      "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
    ],
    [
      "another mode",
      spec({ volumeMode: "Tape" }),
      'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
    ],
    [
      "nodes of nothing",
      spec({ nodeAffinity: {} }),
      "spec.nodeAffinity.required: Required value: must specify required node constraints",
    ],
    [
      "nodes of a bad name",
      spec({
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "a b", operator: "Near" }] }],
          },
        },
      }),
      "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator: " +
      'Invalid value: "Near": not a valid selector operator',
      "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid " +
      `value: "a b": ${LABEL}`,
    ],
    [
      "a place without nodes",
      spec({ hostPath: null, local: { path: "/a" } }),
      "spec.nodeAffinity: Required value: Local volume requires node affinity",
    ],
    [
      "a place above",
      spec({ hostPath: { path: "/a/../b", type: "Thing" } }),
      "spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
      'spec.hostPath.type: Unsupported value: "Thing": supported values: "", ' +
      '"BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", ' +
      '"FileOrCreate", "Socket"',
    ],
  ],
  updates: [
    {
      name: "another source",
      to: spec({ hostPath: { path: "/b" } }),
      causes: [
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable " +
        "after creation",
      ],
    },
    {
      name: "another mode",
      to: spec({ volumeMode: "Block" }),
      causes: ['volumeMode: Invalid value: "Block": field is immutable'],
    },
    { name: "more", to: spec({ capacity: { storage: "6Gi" } }) },
    {
      name: "other attributes",
      to: spec({ volumeAttributesClassName: "a" }),
      causes: [
        "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
        "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
      ],
    },
    {
      name: "no attributes any longer",
      from: spec({ volumeAttributesClassName: "a" }),
      to: spec({ volumeAttributesClassName: null }),
      causes: [
        "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is " +
        "forbidden",
      ],
    },
    {
      name: "other nodes",
      from: spec({
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
          },
        },
      }),
      to: spec({
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "b", operator: "Exists" }] }],
          },
        },
      }),
      causes: [
        "nodeAffinity: Invalid value: " +
        '{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"b","operator":"Exists"}]}]}}: ' +
        "field is immutable, except for updating from beta label to GA",
      ],
    },
    {
      name: "no phase",
      through: "status",
      to: status({ message: "a" }),
      becomes: status({ phase: "Pending", message: "a" }),
    },
  ],
});
