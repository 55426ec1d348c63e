import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL, NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const PAIRS = "must be a host:port pair or multiple pairs separated by commas";
const BEGINNINGS = "must be valid format starting with iqn, eui, or naa";
const IQN = "iqn.2015-02.example.com:test";

const iscsi = { targetPortal: "10.0.0.1", iqn: IQN, lun: 1 };
const scaleIO = { gateway: "g", system: "s", volumeName: "v", secretRef: { name: "a" } };
const azureDisk = { diskName: "d", diskURI: "https://a.blob.core.windows.net/c/d.vhd" };

type BadSource = readonly [change: Record<string, unknown>, ...causes: string[]];

/** The source that is right, and what is wrong with others of its kind: fields, and the causes below. */
interface Source {
  readonly kind: string;
  readonly valid: Record<string, unknown>;
  readonly good?: readonly Record<string, unknown>[];
  readonly bad: readonly BadSource[];
  /** The same of pods, where that is said otherwise there. */
  readonly badOfPods?: readonly BadSource[];
}

/** Kinds of storage that pods can use as well as volumes. */
const SOURCES: readonly Source[] = [
  {
    kind: "hostPath",
    valid: { path: "/a", type: "Directory" },
    bad: [
      [{ path: "" }, "path: Required value"],
      [{ path: "/a/.." }, "path: Invalid value: \"/a/..\": must not contain '..'"],
      [
        { type: "x" },
        'type: Unsupported value: "x": supported values: "", "BlockDevice", "CharDevice", ' +
        '"Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      ],
    ],
  },
  {
    kind: "gcePersistentDisk",
    valid: { pdName: "d", partition: 255 },
    bad: [
      [{ pdName: "" }, "pdName: Required value"],
      [{ partition: 256 }, "partition: Invalid value: 256: must be between 1 and 255, inclusive"],
    ],
  },
  {
    kind: "awsElasticBlockStore",
    valid: { volumeID: "v" },
    bad: [
      [{ volumeID: "" }, "volumeID: Required value"],
      [{ partition: -1 }, "partition: Invalid value: -1: must be between 1 and 255, inclusive"],
    ],
  },
  {
    kind: "flocker",
    valid: { datasetName: "d" },
    good: [{ datasetName: null, datasetUUID: "u" }],
    bad: [
      [{ datasetName: null }, ": Required value: one of datasetName and datasetUUID is required"],
      [
        { datasetUUID: "u" },
        ': Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
      ],
      [{ datasetName: "a/b" }, "datasetName: Invalid value: \"a/b\": must not contain '/'"],
    ],
  },
  {
    kind: "glusterfs",
    valid: { endpoints: "e", path: "p" },
    bad: [[{ endpoints: "", path: "" }, "endpoints: Required value", "path: Required value"]],
  },
  {
    kind: "nfs",
    valid: { server: "s", path: "/p" },
    bad: [
      [
        { server: "", path: "" },
        "server: Required value",
        "path: Required value",
        'path: Invalid value: "": must be an absolute path',
      ],
      [{ path: "p" }, 'path: Invalid value: "p": must be an absolute path'],
    ],
  },
  {
    kind: "rbd",
    valid: { monitors: ["m"], image: "i" },
    bad: [[{ monitors: [], image: "" }, "monitors: Required value", "image: Required value"]],
  },
  {
    kind: "quobyte",
    valid: { registry: "r:1,[fd00::1]:2", volume: "v" },
    bad: [
      [
        { registry: "", volume: "" },
        `registry: Required value: ${PAIRS}`,
        "volume: Required value",
      ],
      [{ registry: "r" }, `registry: Invalid value: "r": ${PAIRS}`],
      [
        { tenant: "x".repeat(65) },
        "tenant: Required value: must be a UUID and may not exceed a length of 64 characters",
      ],
      [
        { tenant: "é".repeat(33) },
        "tenant: Required value: must be a UUID and may not exceed a length of 64 characters",
      ],
    ],
  },
  {
    kind: "cephfs",
    valid: { monitors: ["m"] },
    bad: [[{ monitors: [] }, "monitors: Required value"]],
  },
  {
    kind: "iscsi",
    valid: iscsi,
    good: [
      { iqn: "eui.0123456789abcdef" },
      { iqn: `naa.${"0".repeat(32)}` },
      { initiatorName: IQN, chapAuthSession: true, secretRef: { name: "a" } },
    ],
    bad: [
      [
        { targetPortal: "", iqn: "" },
        "targetPortal: Required value",
        "iqn: Required value",
      ],
      [{ iqn: "x" }, 'iqn: Invalid value: "x": must be valid format'],
      [{ iqn: "iqn.x" }, 'iqn: Invalid value: "iqn.x": must be valid format'],
      [{ iqn: "eui.x" }, 'iqn: Invalid value: "eui.x": must be valid format'],
      [{ lun: 256 }, "lun: Invalid value: 256: must be between 0 and 255, inclusive"],
      [{ chapAuthDiscovery: true }, "secretRef: Required value"],
      [{ secretRef: { name: "" } }, "secretRef.name: Required value"],
      [{ initiatorName: "x" }, 'initiatorname: Invalid value: "x": must be valid format'],
      [
        { initiatorName: IQN, targetPortal: "a".repeat(63) },
        `targetportal: Invalid value: "${"a".repeat(63)}": Total length of <volume ` +
        "name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.",
      ],
      [
        { initiatorName: IQN, targetPortal: "é".repeat(32) },
        `targetportal: Invalid value: "${"é".repeat(32)}": Total length of <volume ` +
        "name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.",
      ],
    ],
    badOfPods: [
      [{ targetPortal: "", iqn: "" }, "targetPortal: Required value", "iqn: Required value"],
      [{ iqn: "x" }, `iqn: Invalid value: "x": ${BEGINNINGS}`],
      [{ iqn: "iqn.x" }, 'iqn: Invalid value: "iqn.x": must be valid format'],
      [{ initiatorName: "x" }, `initiatorname: Invalid value: "x": ${BEGINNINGS}`],
      [{ chapAuthDiscovery: true }, "secretRef: Required value"],
    ],
  },
  {
    kind: "cinder",
    valid: { volumeID: "v" },
    bad: [[{ volumeID: "" }, "volumeID: Required value"]],
  },
  {
    kind: "fc",
    valid: { targetWWNs: ["w"], lun: 0 },
    good: [{ targetWWNs: null, wwids: ["w"], lun: null }],
    bad: [
      [
        { targetWWNs: null },
        "targetWWNs: Required value: must specify either targetWWNs or wwids, but not both",
      ],
      [
        { wwids: ["w"] },
        'targetWWNs: Invalid value: ["w"]: targetWWNs and wwids can not be specified simultaneously',
      ],
      [{ lun: null }, "lun: Required value: lun is required if targetWWNs is specified"],
      [{ lun: 256 }, "lun: Invalid value: 256: must be between 0 and 255, inclusive"],
    ],
  },
  {
    kind: "flexVolume",
    valid: { driver: "d", options: { "example.com/a": "b", "notkubernetes.io": "c" } },
    bad: [
      [{ driver: "" }, "driver: Required value"],
      [
        { options: { "kubernetes.io/a": "b" } },
        'options[kubernetes.io/a]: Invalid value: "kubernetes.io/a": kubernetes.io and k8s.io ' +
        "namespaces are reserved",
      ],
      [
        { options: { "a.K8S.io": "b" } },
        'options[a.K8S.io]: Invalid value: "a.K8S.io": kubernetes.io and k8s.io namespaces are ' +
        "reserved",
      ],
    ],
  },
  {
    kind: "azureFile",
    valid: { secretName: "a", shareName: "b" },
    bad: [[
      { secretName: "", shareName: "" },
      "secretName: Required value",
      "shareName: Required value",
    ]],
  },
  {
    kind: "vsphereVolume",
    valid: { volumePath: "p" },
    bad: [[{ volumePath: "" }, "volumePath: Required value"]],
  },
  {
    kind: "photonPersistentDisk",
    valid: { pdID: "p" },
    bad: [[{ pdID: "" }, "pdID: Required value"]],
  },
  {
    kind: "portworxVolume",
    valid: { volumeID: "v" },
    bad: [[{ volumeID: "" }, "volumeID: Required value"]],
  },
  {
    kind: "azureDisk",
    valid: azureDisk,
    good: [{ kind: "Managed", diskURI: "/subscriptions/a" }],
    bad: [
      [
        { diskName: "", diskURI: "" },
        "diskName: Required value",
        "diskURI: Required value",
        'diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.' +
        'windows.net/{container-name}/{disk-name}.vhd"',
      ],
      [
        { cachingMode: "x" },
        'cachingMode: Unsupported value: "x": supported values: "None", "ReadOnly", "ReadWrite"',
      ],
      [
        { kind: "Managed" },
        `diskURI: Unsupported value: "${azureDisk.diskURI}": supported values: "/subscriptions/` +
        '{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
      ],
      [
        { kind: "x" },
        'kind: Unsupported value: "x": supported values: "Dedicated", "Managed", "Shared"',
      ],
    ],
  },
  {
    kind: "scaleIO",
    valid: scaleIO,
    bad: [[
      { gateway: "", system: "", volumeName: "" },
      "gateway: Required value",
      "system: Required value",
      "volumeName: Required value",
    ]],
  },
  {
    kind: "storageos",
    valid: { volumeName: "v", volumeNamespace: "n" },
    bad: [
      [{ volumeName: "" }, "volumeName: Required value"],
      [
        { volumeName: "_", volumeNamespace: "_" },
        `volumeName: Invalid value: "_": ${LABEL}`,
        `volumeNamespace: Invalid value: "_": ${LABEL}`,
      ],
      [{ secretRef: { name: "", namespace: "a" } }, "secretRef.name: Required value"],
    ],
  },
];

/** What only volumes that outlive pods say. */
const LASTING: readonly Source[] = [
  {
    kind: "glusterfs",
    valid: { endpoints: "e", path: "p", endpointsNamespace: "a" },
    bad: [
      [
        { endpointsNamespace: "" },
        'endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid ' +
        "namespace name",
      ],
      [{ endpointsNamespace: "_" }, `endpointsNamespace: Invalid value: "_": ${LABEL}`],
    ],
  },
  {
    kind: "cinder",
    valid: { volumeID: "v", secretRef: { name: "a", namespace: "b" } },
    bad: [[
      { secretRef: { name: "", namespace: "" } },
      "secretRef.name: Required value",
      "secretRef.namespace: Required value",
    ]],
  },
  {
    kind: "azureFile",
    valid: { secretName: "a", shareName: "b", secretNamespace: "c" },
    bad: [[{ secretNamespace: "" }, "secretNamespace: Required value"]],
  },
  {
    kind: "csi",
    valid: { driver: "d", volumeHandle: "h", nodePublishSecretRef: { name: "a", namespace: "b" } },
    bad: [
      [{ driver: "d".repeat(64) }, "driver: Too long: may not be more than 63 bytes"],
      [{ volumeHandle: "" }, "volumeHandle: Required value"],
      [
        { controllerPublishSecretRef: { name: "_", namespace: "_" } },
        `controllerPublishSecretRef.name: Invalid value: "_": ${SUBDOMAIN}`,
        `controllerPublishSecretRef.namespace: Invalid value: "_": ${LABEL}`,
      ],
    ],
  },
];

/** What only pods say. */
const OF_PODS: readonly Source[] = [
  {
    kind: "csi",
    valid: { driver: "d", nodePublishSecretRef: { name: "a" } },
    bad: [
      [{ driver: "" }, "driver: Required value"],
      [{ driver: "d".repeat(64) }, "driver: Too long: may not be more than 63 bytes"],
      [{ nodePublishSecretRef: { name: "" } }, "nodePublishSecretRef.name: Required value"],
      [{ nodePublishSecretRef: { name: "_" } }, `name: Invalid value: "_": ${SUBDOMAIN}`],
    ],
  },
  {
    kind: "ephemeral",
    valid: {
      volumeClaimTemplate: {
        metadata: { labels: { a: "b" } },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
      },
    },
    bad: [
      [{ volumeClaimTemplate: null }, "volumeClaimTemplate: Required value"],
      [
        { volumeClaimTemplate: { metadata: { name: "a" }, spec: { accessModes: [] } } },
        "volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
        "volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required",
        "volumeClaimTemplate.spec.resources[storage]: Required value",
      ],
    ],
  },
  {
    kind: "emptyDir",
    valid: { sizeLimit: "1Gi" },
    bad: [[
      { sizeLimit: "-1" },
      "sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity",
    ]],
  },
  {
    kind: "persistentVolumeClaim",
    valid: { claimName: "a" },
    bad: [[{ claimName: "" }, "claimName: Required value"]],
  },
];

const spelt = (kind: string) => kind === "gcePersistentDisk" ? "persistentDisk" : kind;
const below = (path: string, cause: string) =>
  cause.startsWith(":") ? `${path}${cause}` : `${path}.${cause}`;

for (const { kind, valid, good = [], bad } of [...SOURCES, ...LASTING]) {
  const change = (source: object) => ({ spec: { [kind]: source } });
  testKind({
    group: "",
    resource: "persistentvolumes",
    valid: {
      metadata: { name: "x" },
      spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, [kind]: valid },
    },
    good: good.map((source) => [kind, change(source)]),
    bad: bad.map(([source, ...causes]) => [
      `${kind} ${JSON.stringify(source)}`,
      change(source),
      ...causes.map((cause) => below(`spec.${spelt(kind)}`, cause)),
    ]),
  });
}

for (const { kind, valid, good = [], bad: shared, badOfPods } of [...SOURCES, ...OF_PODS]) {
  const bad = badOfPods ?? shared;
  // A merge patch does not reach into lists: the source is written whole.
  const change = (source: Record<string, unknown>) => ({
    spec: {
      volumes: [{
        name: "x",
        [kind]: Object.fromEntries(
          Object.entries({ ...valid, ...source }).filter(([_, value]) => value !== null),
        ),
      }],
    },
  });
  testKind({
    group: "",
    resource: "pods",
    valid: { spec: { containers: [{ name: "c", image: "i" }], ...change({}).spec } },
    good: good.map((source) => [kind, change(source)]),
    bad: bad.map(([source, ...causes]) => [
      `${kind} ${JSON.stringify(source)}`,
      change(source),
      ...causes.map((cause) => below(`spec.volumes[0].${spelt(kind)}`, cause)),
    ]),
  });
}
