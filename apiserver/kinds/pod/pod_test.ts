import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

const DONE = { name: "a", state: { terminated: { exitCode: 0, reason: "Completed" } } };
const FAILED = { name: "b", state: { terminated: { exitCode: 3, reason: "Error" } } };
const RUNNING = { name: "c", ready: true, state: { running: {} } };
const SIDECAR = { name: "sidecar", image: "a:1", restartPolicy: "Always" };

/** One container with these fields. */
function container(fields: Record<string, unknown>, spec: Record<string, unknown> = {}) {
  return { spec: { ...spec, containers: [{ name: "main", image: "a:1", ...fields }] } };
}

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [{ name: "main", image: "a:1" }] } } as unknown as JsonObject,
  good: [
    [
      "much of everything",
      container({
        env: [{ name: "A", value: "1" }, {
          name: "B",
          valueFrom: { fieldRef: { fieldPath: "status.podIP" } },
        }],
        ports: [{ containerPort: 80 }],
        livenessProbe: { httpGet: { port: "http" } },
        volumeMounts: [{ name: "data", mountPath: "/data" }],
        resources: { limits: { cpu: "1", memory: "1Gi", "example.com/gpu": "1" } },
      }, {
        volumes: [{ name: "data" }],
        tolerations: [{ operator: "Exists" }],
        nodeSelector: { a: "b" },
      }),
    ],
  ],
  bad: [
    ["no containers", { spec: { containers: null } }, "spec.containers: Required value"],
    [
      "a name twice",
      { spec: { containers: [{ name: "a", image: "a" }, { name: "a", image: "a" }] } },
      'spec.containers[1].name: Duplicate value: "a"',
    ],
    ["no image", container({ image: null }), "spec.containers[0].image: Required value"],
    [
      "an image with a space, which is told last",
      {
        spec: {
          containers: [{ name: "a", image: "a " }, { name: "a", image: "a" }],
          dnsConfig: { options: [{}] },
        },
      },
      'spec.containers[1].name: Duplicate value: "a"',
      "spec.dnsConfig.options[0]: Required value: must not be empty",
      'spec.containers[0].image: Invalid value: "a ": must not have leading or trailing whitespace',
    ],
    [
      "an image with a space",
      container({ image: "a " }),
      'spec.containers[0].image: Invalid value: "a ": must not have leading or trailing whitespace',
    ],
    [
      "another pull policy",
      container({ imagePullPolicy: "Sometimes" }),
      'spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": ' +
      'supported values: "Always", "IfNotPresent", "Never"',
    ],
    [
      "ports out of bounds",
      container({ ports: [{ containerPort: 70000 }, { name: "-", containerPort: 1 }] }),
      "spec.containers[0].ports[0].containerPort: Invalid value: 70000: " +
      "must be between 1 and 65535, inclusive",
      'spec.containers[0].ports[1].name: Invalid value: "-": must contain at least one letter (a-z)',
      'spec.containers[0].ports[1].name: Invalid value: "-": must not begin or end with a hyphen',
    ],
    [
      "a node's port twice",
      container({ ports: [{ containerPort: 1, hostPort: 5 }, { containerPort: 2, hostPort: 5 }] }),
      'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//5"',
    ],
    [
      "two sources of a variable",
      container({ env: [{ name: "A", value: "1", valueFrom: { fieldRef: { fieldPath: "x" } } }] }),
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "x": ' +
      "error converting fieldPath: field label not supported: x",
      'spec.containers[0].env[0].valueFrom: Invalid value: "": ' +
      "may not be specified when `value` is not empty",
    ],
    [
      "a mount of nothing",
      container({ volumeMounts: [{ name: "data", mountPath: "/a" }] }),
      'spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ],
    [
      "requests above limits",
      container({ resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } }),
      'spec.containers[0].resources.requests: Invalid value: "2": ' +
      "must be less than or equal to cpu limit of 1",
    ],
    [
      "part of a device",
      container({ resources: { limits: { "example.com/gpu": "500m" } } }),
      'spec.containers[0].resources.limits[example.com/gpu]: Invalid value: "500m": ' +
      "must be an integer",
      'spec.containers[0].resources.requests[example.com/gpu]: Invalid value: "500m": ' +
      "must be an integer",
    ],
    [
      "a probe that does nothing",
      container({ livenessProbe: { successThreshold: 2 } }),
      "spec.containers[0].livenessProbe: Required value: must specify a handler type",
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1",
    ],
    [
      "a volume of two kinds",
      { spec: { volumes: [{ name: "a", hostPath: { path: "/a/../b" }, emptyDir: {} }] } },
      "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
    ],
    [
      "a volume of many kinds",
      {
        spec: {
          volumes: [{
            name: "a",
            image: { reference: "a", pullPolicy: "Always" },
            cephfs: { monitors: [] },
            downwardAPI: {},
            nfs: { server: "s", path: "p" },
            iscsi: { targetPortal: "p".repeat(63), iqn: "x", initiatorName: "y" },
          }],
        },
      },
      'spec.volumes[0].nfs.path: Invalid value: "p": must be an absolute path',
      "spec.volumes[0].iscsi: Forbidden: may not specify more than 1 volume type",
      'spec.volumes[0].name: Invalid value: "a": Total length of <volume name>:<iscsi.targetPortal> ' +
      "must be under 64 characters if iscsi.initiatorName is specified.",
      "spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type",
      "spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type",
      "spec.volumes[0].image: Forbidden: may not specify more than 1 volume type",
    ],
    [
      "no restart policy that there is",
      { spec: { restartPolicy: "Maybe" } },
      'spec.restartPolicy: Unsupported value: "Maybe": ' +
      'supported values: "Always", "OnFailure", "Never"',
    ],
    [
      "a toleration of everything that is equal",
      { spec: { tolerations: [{ operator: "Equal" }] } },
      'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` ' +
      'is empty, which means "match all values and all keys"',
    ],
    [
      "a node before the gates are open",
      { spec: { nodeName: "n", schedulingGates: [{ name: "a" }] } },
      "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
    ],
    [
      "no DNS at all",
      { spec: { dnsPolicy: "None" } },
      "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
    ],
    [
      "a deadline of none",
      { spec: { activeDeadlineSeconds: 0 } },
      "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
    ],
    [
      "ephemeral containers from the start",
      { spec: { ephemeralContainers: [{ name: "debug", image: "a" }] } },
      "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ],
    [
      "a user below zero",
      { spec: { securityContext: { runAsUser: -1 } } },
      "spec.securityContext.runAsUser: Invalid value: -1: " +
      "must be between 0 and 2147483647, inclusive",
    ],
  ],
  defaults: [
    ["no name of what nobody named", { spec: { imagePullSecrets: [{}] } }, {
      spec: { imagePullSecrets: [{}] },
    }],
    ["the class that somebody says", { status: { qosClass: "Guaranteed" } }, {
      status: { qosClass: "Guaranteed", phase: "Pending" },
    }],
    ["nothing else that somebody says of its status", { status: { phase: "Running" } }, {
      status: { qosClass: "BestEffort", phase: "Pending" },
    }],
    ["everything", {}, {
      spec: {
        containers: [{
          name: "main",
          image: "a:1",
          resources: {},
          terminationMessagePath: "/dev/termination-log",
          terminationMessagePolicy: "File",
          imagePullPolicy: "IfNotPresent",
        }],
        enableServiceLinks: true,
      },
      status: { phase: "Pending", qosClass: "BestEffort" },
    }],
    ["requests from limits", container({ resources: { limits: { cpu: "1", memory: "1Gi" } } }), {
      status: { qosClass: "Guaranteed" },
    }],
    ["a volume without a source", { spec: { volumes: [{ name: "a" }] } }, {
      spec: { volumes: [{ name: "a", emptyDir: {} }] },
    }],
    ["an account by its old name", { spec: { serviceAccount: "a" } }, {
      spec: { serviceAccountName: "a", serviceAccount: "a" },
    }],
    ["gates", { spec: { schedulingGates: [{ name: "a" }] } }, {
      status: {
        conditions: [{
          type: "PodScheduled",
          status: "False",
          reason: "SchedulingGated",
          message: "Scheduling is blocked due to non-empty scheduling gates",
          lastTransitionTime: "2026-01-01T00:00:00Z",
        }],
      },
    }],
  ],
  updates: [
    { name: "an image", to: container({ image: "b:1" }) },
    {
      name: "a variable",
      to: container({ env: [{ name: "A" }] }),
      causes: [
        "spec: Forbidden: pod updates may not change fields other than " +
        "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`," +
        "`spec.tolerations` (only additions to existing tolerations)," +
        "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously " +
        "negative)\nchanged: spec.containers[0]",
      ],
    },
    {
      name: "a later deadline",
      from: { spec: { activeDeadlineSeconds: 5 } },
      to: { spec: { activeDeadlineSeconds: 6 } },
      causes: [
        "spec.activeDeadlineSeconds: Invalid value: 6: " +
        "must be less than or equal to previous value",
      ],
    },
    {
      name: "a container more",
      to: { spec: { containers: [{ name: "a", image: "a" }, { name: "b", image: "a" }] } },
      causes: ["spec.containers: Forbidden: pod updates may not add or remove containers"],
    },
    {
      name: "a container to look into it",
      through: "ephemeralcontainers",
      to: { spec: { ephemeralContainers: [{ name: "debug", image: "a" }] } },
    },
    {
      name: "more of a processor",
      through: "resize",
      from: container({ resources: { requests: { cpu: "1" } } }),
      to: container({ resources: { requests: { cpu: "2" } } }),
    },
    {
      name: "another size of a container with a claim",
      through: "resize",
      from: {
        spec: {
          resourceClaims: [{ name: "gpu", resourceClaimName: "a" }],
          containers: [{
            name: "a",
            image: "a",
            resources: { claims: [{ name: "gpu" }], requests: { cpu: "1" } },
          }],
        },
      },
      to: {
        spec: {
          containers: [{
            name: "a",
            image: "a",
            resources: { claims: [{ name: "gpu" }], requests: { cpu: "2" } },
          }],
        },
      },
      causes: ["spec: Forbidden: only cpu and memory resources are mutable"],
    },
    {
      name: "a size of the whole that says nothing",
      through: "resize",
      to: { spec: { resources: {} } },
      causes: ["spec: Forbidden: only cpu and memory resources are mutable"],
    },
    {
      name: "a size of the whole that is none",
      through: "resize",
      to: { spec: { resources: { claims: [{ name: "gpu" }] } } },
      causes: [
        "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
        'spec.resources.claims[0]: Not found: "gpu": must be one of the names in ' +
        "pod.spec.resourceClaims which is empty",
      ],
    },
    {
      name: "a size of another class than somebody said",
      through: "resize",
      from: {
        ...container({ resources: { requests: { cpu: "1" } } }),
        status: { qosClass: "Guaranteed" },
      },
      to: container({ resources: { requests: { cpu: "2" } } }),
      causes: [
        'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
      ],
    },
    {
      name: "a status with the rest",
      to: { status: { phase: "Running" } },
      becomes: { status: { phase: null } },
    },
  ],
  rows: [
    ["just made", { status: { phase: "Pending" } }, {
      Name: "x",
      Ready: "0/1",
      Status: "Pending",
      Restarts: "0",
      Node: "<none>",
    }],
    ["the first is done, and one after it has failed", {
      status: { phase: "Failed", containerStatuses: [DONE, FAILED] },
    }, { Status: "Error" }],
    ["the same, and a third still runs", {
      status: { phase: "Running", containerStatuses: [DONE, FAILED, RUNNING] },
    }, { Status: "Error" }],
    ["the first is done, and the others run", {
      status: { phase: "Running", containerStatuses: [DONE, RUNNING] },
    }, { Status: "NotReady" }],
    ["a sidecar fails beside what runs", {
      spec: { initContainers: [SIDECAR] },
      status: {
        phase: "Running",
        conditions: [{ type: "Initialized", status: "True" }],
        initContainerStatuses: [{
          name: "sidecar",
          ready: false,
          started: false,
          restartCount: 3,
          state: { waiting: { reason: "CrashLoopBackOff" } },
        }],
        containerStatuses: [{ ...RUNNING, restartCount: 1 }],
      },
    }, { Ready: "1/2", Status: "Init:CrashLoopBackOff", Restarts: "4" }],
    ["one that is done waits for those before it", {
      spec: { initContainers: [{ ...SIDECAR, restartPolicy: null, name: "first" }, SIDECAR] },
      status: {
        phase: "Pending",
        initContainerStatuses: [
          { name: "first", restartCount: 1, state: { running: {} } },
          { name: "sidecar", ready: true, started: true, restartCount: 2, state: { running: {} } },
        ],
        containerStatuses: [RUNNING],
      },
    }, { Ready: "0/2", Status: "Init:0/2", Restarts: "1" }],
    ["the same, and the pod is ready", {
      status: {
        phase: "Running",
        conditions: [{ type: "Ready", status: "True" }],
        containerStatuses: [DONE, FAILED, RUNNING],
      },
    }, { Status: "Running" }],
  ],
});
