import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const MODES =
  'supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"';
const FIXED = "spec: Forbidden: spec is immutable after creation except resources.requests and " +
  "volumeAttributesClassName for bound claims";

const spec = (fields: object) => ({ spec: fields });
const storage = (amount: string | null) => spec({ resources: { requests: { storage: amount } } });
const OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
const DEPRECATED = 'deprecated since v1.8; use "storageClassName" attribute instead';
const oldClass = (name: string | null) => ({ metadata: { annotations: { [OLD_CLASS]: name } } });
const attributes = (name: string) => ({
  spec: { volumeAttributesClassName: name },
  status: { phase: "Bound", currentVolumeAttributesClassName: name },
});
const ATTRIBUTES = (what: string) =>
  `spec.volumeAttributesClassName: Forbidden: update to ${what} is forbidden when ` +
  "status.currentVolumeAttributesClassName is not nil";
const claim = { kind: "PersistentVolumeClaim", name: "a" };

testKind({
  group: "",
  resource: "persistentvolumeclaims",
  valid: spec({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } }),
  good: [
    ["a copy of another claim", spec({ dataSource: claim })],
    ["no class", spec({ storageClassName: "" })],
    ["one pod's", spec({ accessModes: ["ReadWriteOncePod"] })],
  ],
  bad: [
    [
      "no access mode",
      spec({ accessModes: [] }),
      "spec.accessModes: Required value: at least 1 access mode is required",
    ],
    [
      "an unknown access mode",
      spec({ accessModes: ["x"] }),
      `spec.accessModes: Unsupported value: "x": ${MODES}`,
    ],
    [
      "one pod's and others'",
      spec({ accessModes: ["ReadWriteOncePod", "ReadOnlyMany"] }),
      "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
    ],
    ["no amount", storage(null), "spec.resources[storage]: Required value"],
    [
      "nothing",
      storage("0"),
      'spec.resources[storage]: Invalid value: "0": must be greater than zero',
    ],
    [
      "less than nothing",
      storage("-1Gi"),
      'spec.resources[storage]: Invalid value: "-1Gi": must be greater than zero',
    ],
    [
      "a bad class",
      spec({ storageClassName: "A" }),
      `spec.storageClassName: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      "an unknown mode",
      spec({ volumeMode: "x" }),
      'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
    ],
    [
      "a bad class of attributes",
      spec({ volumeAttributesClassName: "A" }),
      `spec.volumeAttributesClassName: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      "a selector without values",
      spec({ selector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
      "spec.selector.matchExpressions[0].values: Required value: must be specified when " +
      "`operator` is 'In' or 'NotIn'",
    ],
    [
      "a source without a name",
      spec({ dataSourceRef: { ...claim, name: "" } }),
      "spec.dataSource.name: Required value",
      "spec.dataSourceRef.name: Required value",
    ],
    [
      "a source of another kind of the core",
      spec({ dataSourceRef: { kind: "Pod", name: "a" } }),
      "spec.dataSource: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
      "spec.dataSourceRef: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when " +
      "referencing the default apiGroup",
    ],
    [
      "a source of a bad group",
      spec({ dataSourceRef: { ...claim, apiGroup: "A" } }),
      `spec.dataSource.apiGroup: Invalid value: "A": ${SUBDOMAIN}`,
      `spec.dataSourceRef.apiGroup: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      "no mode, a bad selector and an unknown mode",
      spec({
        accessModes: ["x", "ReadWriteOncePod"],
        selector: { matchExpressions: [{ key: "a", operator: "Like" }] },
      }),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector ' +
      "operator",
      `spec.accessModes: Unsupported value: "x": ${MODES}`,
    ],
    [
      "two sources",
      spec({ dataSource: claim, dataSourceRef: { ...claim, name: "b" } }),
      "spec: Invalid value: {}: must match dataSourceRef",
    ],
  ],
  warned: [
    ["nothing", storage("1500M")],
    [
      "an annotation of old, and parts of bytes",
      {
        ...oldClass("c"),
        spec: { resources: { limits: { storage: "1.2" }, requests: { storage: "1100m" } } },
      },
      `metadata.annotations[${OLD_CLASS}]: ${DEPRECATED}`,
      'spec.resources.requests[storage]: fractional byte value "1100m" is invalid, must be an ' +
      "integer",
      'spec.resources.limits[storage]: fractional byte value "1200m" is invalid, must be an integer',
    ],
  ],
  defaults: [
    ["mode and phase", {}, { spec: { volumeMode: "Filesystem" }, status: { phase: "Pending" } }],
    ["the newer source", spec({ dataSource: claim }), spec({ dataSourceRef: claim })],
    ["the older source", spec({ dataSourceRef: claim }), spec({ dataSource: claim })],
    [
      "a source that the older field never could name",
      spec({ dataSource: { apiGroup: "example.com", kind: "X", name: "a" } }),
      spec({ dataSource: null, dataSourceRef: null }),
    ],
    [
      "a source elsewhere, which is a feature that is off",
      spec({ dataSourceRef: { ...claim, namespace: "other" } }),
      spec({ dataSource: null, dataSourceRef: null }),
    ],
  ],
  updates: [
    {
      name: "what there is, to the thousandth",
      through: "status",
      to: { status: { capacity: { storage: "1n" } } },
      becomes: { status: { phase: "Pending", capacity: { storage: "1m" } } },
    },
    { name: "a volume is named once", to: spec({ volumeName: "v" }) },
    {
      name: "never another volume",
      from: spec({ volumeName: "v" }),
      to: spec({ volumeName: "w" }),
      causes: [FIXED],
    },
    { name: "a class is chosen later", to: spec({ storageClassName: "c" }) },
    {
      name: "an annotation of no class is as good as none",
      to: oldClass(""),
      warnings: [`metadata.annotations[${OLD_CLASS}]: ${DEPRECATED}`],
    },
    {
      name: "never another class",
      from: spec({ storageClassName: "c" }),
      to: spec({ storageClassName: "d" }),
      causes: [FIXED],
    },
    { name: "access modes stay", to: spec({ accessModes: ["ReadOnlyMany"] }), causes: [FIXED] },
    { name: "more is for bound ones", to: storage("2Gi"), causes: [FIXED] },
    {
      name: "bound ones grow",
      from: { status: { phase: "Bound", capacity: { storage: "1Gi" } } },
      to: storage("2Gi"),
    },
    {
      name: "bound ones do not shrink",
      from: { status: { phase: "Bound", capacity: { storage: "1Gi" } } },
      to: storage("512Mi"),
      causes: [
        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
      ],
    },
    {
      name: "growth that failed is taken back",
      from: {
        status: { phase: "Bound", capacity: { storage: "1Gi" } },
        ...storage("4Gi"),
      },
      to: storage("2Gi"),
    },
    {
      name: "the mode stays",
      to: spec({ volumeMode: "Block" }),
      causes: [FIXED, 'volumeMode: Invalid value: "Block": field is immutable'],
    },
    {
      name: "the status stays",
      from: { status: { phase: "Lost" } },
      to: { status: { phase: "Bound" } },
      becomes: { status: { phase: "Lost" } },
    },
    {
      name: "a status of less than nothing",
      through: "status",
      to: { status: { capacity: { storage: "-1" } } },
      causes: ["status.capacity[storage]: Invalid value: -1: must be a valid resource quantity"],
    },
    {
      name: "unbound ones do not shrink either, and that is all",
      from: storage("2Gi"),
      to: storage("1Gi"),
      causes: [FIXED],
    },
    {
      name: "a class that was an annotation",
      from: oldClass("c"),
      to: spec({ storageClassName: "c" }),
    },
    {
      name: "a class that was another's annotation",
      from: oldClass("c"),
      to: spec({ storageClassName: "d" }),
      causes: [FIXED],
    },
    {
      name: "another annotation of a class",
      from: oldClass("c"),
      to: oldClass("d"),
      causes: [`metadata.annotations.${OLD_CLASS}: Invalid value: "d": field is immutable`],
      warnings: [`metadata.annotations[${OLD_CLASS}]: ${DEPRECATED}`],
    },
    {
      name: "no annotation of a class",
      from: oldClass("c"),
      to: oldClass(null),
      causes: [`metadata.annotations.${OLD_CLASS}: Invalid value: "": field is immutable`],
    },
    {
      name: "a source by the older field alone",
      from: spec({ dataSource: claim, dataSourceRef: claim }),
      to: spec({ dataSourceRef: null }),
      becomes: spec({ dataSource: claim, dataSourceRef: claim }),
    },
    {
      name: "a source that older servers kept by the older field alone",
      from: spec({ dataSource: claim }),
      to: { metadata: { labels: { a: "b" } } },
      becomes: spec({ dataSourceRef: claim }),
    },
    {
      name: "a source that the older field never could name is left out",
      to: spec({ dataSource: { apiGroup: "example.com", kind: "X", name: "a" } }),
      becomes: spec({ dataSource: null, dataSourceRef: null }),
    },
    {
      name: "a bad group where there was none",
      from: spec({ dataSource: { ...claim, apiGroup: null } }),
      to: spec({ dataSource: { ...claim, apiGroup: "A" } }),
      causes: [
        `spec.dataSource.apiGroup: Invalid value: "A": ${SUBDOMAIN}`,
        `spec.dataSourceRef.apiGroup: Invalid value: "A": ${SUBDOMAIN}`,
        "spec: Forbidden: spec is immutable after creation except resources.requests and " +
        "volumeAttributesClassName for bound claims",
      ],
    },
    {
      name: "a bad group and a bad selector that were there",
      from: spec({
        dataSource: { ...claim, apiGroup: "A" },
        dataSourceRef: { ...claim, apiGroup: "A" },
        selector: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] },
      }),
      to: { metadata: { labels: { a: "b" } } },
    },
    {
      name: "attributes that a volume has stay its own",
      from: attributes("a"),
      to: spec({ volumeAttributesClassName: "" }),
      causes: [ATTRIBUTES("empty string")],
    },
    {
      name: "attributes that a volume has stay",
      from: attributes("a"),
      to: spec({ volumeAttributesClassName: null }),
      causes: [ATTRIBUTES("nil")],
    },
    {
      name: "attributes that no volume has yet",
      from: { ...attributes("a"), status: { phase: "Bound" } },
      to: spec({ volumeAttributesClassName: null }),
    },
    {
      name: "resources of a status that no claim knows",
      through: "status",
      to: {
        status: {
          allocatedResources: { cpu: "1", storage: "-1", "a b": "1", "example.com/a": "1" },
          allocatedResourceStatuses: { memory: "NodeResizePending", storage: "Growing" },
        },
      },
      causes: [
        'status.allocatedResourceStatuses: Unsupported value: "memory": supported values: "storage"',
        'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: ' +
        '"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", ' +
        '"NodeResizeInfeasible", "NodeResizePending"',
        'status.allocatedResources: Invalid value: "a b": name part must consist of alphanumeric ' +
        "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. " +
        "'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
        "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
        "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity",
      ],
    },
  ],
  rows: [
    ["pending", { status: { phase: "Pending" } }, {
      Status: "Pending",
      Volume: "",
      Capacity: "",
      "Access Modes": "",
      StorageClass: "",
      VolumeAttributesClass: "<unset>",
      VolumeMode: "Filesystem",
    }],
    ["bound", {
      spec: { volumeName: "v", storageClassName: "c" },
      status: {
        phase: "Bound",
        capacity: { storage: "1Gi" },
        accessModes: ["ReadOnlyMany", "ReadWriteOnce"],
      },
    }, {
      Status: "Bound",
      Volume: "v",
      Capacity: "1Gi",
      "Access Modes": "RWO,ROX",
      StorageClass: "c",
    }],
    ["of a class in the old place", {
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
    }, { StorageClass: "old" }],
  ],
});

testKind({
  group: "",
  resource: "persistentvolumeclaims",
  features: ["CrossNamespaceVolumeDataSource"],
  valid: spec({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } }),
  defaults: [[
    "a source elsewhere",
    spec({ dataSourceRef: { ...claim, namespace: "other" } }),
    spec({ dataSource: null, dataSourceRef: { ...claim, namespace: "other" } }),
  ]],
  bad: [
    [
      "two sources, one elsewhere",
      spec({ dataSource: claim, dataSourceRef: { ...claim, namespace: "other" } }),
      "spec: Invalid value: {}: may not be specified when dataSourceRef.namespace is specified",
    ],
  ],
});
