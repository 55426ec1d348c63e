/** What containers say of themselves: variables, mounts, devices, probes, restarts, privileges. */
import { testKind } from "../../../../testing/kind_tables.ts";
import {
  NO_QUALIFIED_NAME as LABEL,
  NO_SUBDOMAIN as SUBDOMAIN,
} from "../../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const MAIN = { name: "main", image: "a:1" };
/** One container with these fields, in a pod with those. */
const container = (fields: Fields, more: Fields = {}) => ({
  spec: { ...more, containers: [{ ...MAIN, ...fields }] },
});
const variable = (valueFrom: Fields, more: Fields = {}) =>
  container({ env: [{ name: "A", valueFrom }] }, more);
const file = (fields: Fields, more: Fields = {}) =>
  variable({ fileKeyRef: { key: "K", volumeName: "data", path: "f", ...fields } }, more);
const amount = (fields: Fields) => variable({ resourceFieldRef: fields });
const mount = (fields: Fields, more: Fields = {}) =>
  container({ volumeMounts: [{ name: "data", mountPath: "/data", ...fields }], ...more }, {
    volumes: [{ name: "data", emptyDir: {} }],
  });
const device = (fields: Fields, ...volumes: Fields[]) =>
  container({ volumeDevices: [{ name: "disk", devicePath: "/dev/a", ...fields }] }, {
    volumes: [
      { name: "disk", persistentVolumeClaim: { claimName: "a" } },
      { name: "data", emptyDir: {} },
      ...volumes,
    ],
  });
const probe = (fields: Fields) => container({ livenessProbe: fields });
const ends = (...restartPolicyRules: Fields[]) =>
  container({ restartPolicy: "Never", restartPolicyRules });
const code = (exitCodes: Fields) => ({ action: "Restart", exitCodes });
const secured = (securityContext: Fields) => container({ securityContext });
/** One that runs before the container. */
const first = (fields: Fields) => ({
  spec: { initContainers: [{ ...MAIN, name: "first", ...fields }] },
});
const RESIZED = { resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] };
const NO_RESTART =
  'spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": ' +
  "must not be set to 'RestartContainer' for non-sidecar initContainers";

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [MAIN] } },
  good: [
    ["a key of a file", file({}, { volumes: [{ name: "data", emptyDir: {} }] })],
    ["half of a thousandth", amount({ resource: "limits.cpu", divisor: "1m" })],
    ["a disk", device({})],
    ["a file at the root", file({ path: "/f" }, { volumes: [{ name: "data", emptyDir: {} }] })],
    ["a rule of no codes", ends(code({ operator: "In" }))],
    ["a rule of codes that nothing ends with", ends(code({ operator: "In", values: [256, -1] }))],
    [
      "mounts of the node",
      mount({ mountPropagation: "Bidirectional" }, {
        securityContext: { privileged: true },
      }),
    ],
    ["again for one code", ends(code({ operator: "In", values: [42] }))],
    [
      "a restart for a size of what runs beside",
      first({ restartPolicy: "Always", ...RESIZED }),
    ],
  ],
  bad: [
    [
      "a restart for a size where nothing is restarted",
      container(RESIZED, { restartPolicy: "Never" }),
      'spec.containers[0].resizePolicy: Invalid value: "RestartContainer": must be ' +
      "'NotRequired' when pod `restartPolicy` is 'Never'",
    ],
    [
      "a restart for a size of what ends by itself",
      first(RESIZED),
      NO_RESTART,
    ],
    [
      "no source of a variable",
      variable({}),
      'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: ' +
      "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
    ],
    [
      "two sources of a variable",
      variable({
        fieldRef: { fieldPath: "metadata.name" },
        configMapKeyRef: { name: "a", key: "b" },
      }),
      'spec.containers[0].env[0].valueFrom: Invalid value: "": may not have more than one ' +
      "field specified at a time",
    ],
    [
      "a key of nothing",
      variable({ configMapKeyRef: { key: "b" } }),
      'spec.containers[0].env[0].valueFrom.configMapKeyRef.name: Invalid value: "": ' +
      `${SUBDOMAIN}`,
    ],
    [
      "no key",
      variable({ secretKeyRef: { name: "a", key: "" } }),
      "spec.containers[0].env[0].valueFrom.secretKeyRef.key: Required value",
    ],
    [
      "a key with a space",
      variable({ secretKeyRef: { name: "a", key: "b c" } }),
      'spec.containers[0].env[0].valueFrom.secretKeyRef.key: Invalid value: "b c": a valid ' +
      "config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. " +
      "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is " +
      "'[-._a-zA-Z0-9]+')",
    ],
    [
      "a key of a file that nobody has",
      file({}),
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: "data"',
    ],
    [
      "a key of a file of a secret",
      file({}, {
        volumes: [{ name: "data", secret: { secretName: "a" } }],
      }),
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Invalid value: "data": ' +
      "referenced volume must be of type emptyDir",
    ],
    [
      "a file and no key",
      file({ key: "", path: "", volumeName: "" }),
      "spec.containers[0].env[0].valueFrom.fileKeyRef.key: Required value",
      "spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Required value",
      "spec.containers[0].env[0].valueFrom.fileKeyRef.path: Required value",
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: ""',
    ],
    [
      "an annotation's place",
      variable({ fieldRef: { fieldPath: "metadata.annotations['A b']" } }),
      `spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: "a b": ${LABEL}`,
    ],
    [
      "a place in nothing",
      variable({ fieldRef: { fieldPath: "metadata.name['a']" } }),
      "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: " +
      "\"metadata.name['a']\": error converting fieldPath: field label does not support " +
      "subscript: metadata.name['a']",
    ],
    [
      "no place",
      variable({ fieldRef: { fieldPath: "" } }),
      "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Required value",
    ],
    [
      "no amount",
      amount({ resource: "" }),
      "spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Required value",
    ],
    [
      "an amount of something",
      amount({ resource: "limits.gpu" }),
      "spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: " +
      '"limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", ' +
      '"limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
    [
      "an amount by two",
      amount({ resource: "limits.cpu", divisor: "2" }),
      "spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: " +
      '"limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
    ],
    [
      "variables of nothing",
      container({ envFrom: [{ prefix: "A_" }] }),
      'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` ' +
      "or `secretRef`",
    ],
    [
      "variables of two",
      container({
        envFrom: [{ configMapRef: { name: "a" }, secretRef: { name: "b" } }],
      }),
      'spec.containers[0].envFrom: Invalid value: "": may not have more than one field ' +
      "specified at a time",
    ],
    [
      "variables of a bad name",
      container({ envFrom: [{ configMapRef: { name: "-" } }] }),
      `spec.containers[0].envFrom[0].configMapRef.name: Invalid value: "-": ${SUBDOMAIN}`,
    ],
    [
      "a prefix with a sign",
      container({ envFrom: [{ prefix: "A=", secretRef: { name: "b" } }] }),
      'spec.containers[0].envFrom[0].prefix: Invalid value: "A=": a valid environment ' +
      "variable name must consist only of printable ASCII characters other than '='",
    ],
    [
      "mounts at one place",
      container({
        volumeMounts: [{ name: "data", mountPath: "/a" }, { name: "data", mountPath: "/a" }],
      }, { volumes: [{ name: "data", emptyDir: {} }] }),
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    ],
    [
      "a part from the root",
      mount({ subPath: "/a" }),
      'spec.containers[0].volumeMounts.subPath: Invalid value: "/a": must be a relative path',
    ],
    [
      "a part above it",
      mount({ subPath: "../a" }),
      "spec.containers[0].volumeMounts.subPath: Invalid value: \"../a\": must not contain '..'",
    ],
    [
      "two parts",
      mount({ subPath: "a", subPathExpr: "$(A)" }),
      'spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: "$(A)": subPathExpr ' +
      "and subPath are mutually exclusive",
    ],
    [
      "mounts of the node for everybody",
      mount({ mountPropagation: "Bidirectional" }),
      "spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount " +
      "propagation is available only to privileged containers",
    ],
    [
      "mounts of another way",
      mount({ mountPropagation: "Both" }),
      'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Both": ' +
      'supported values: "Bidirectional", "HostToContainer", "None"',
    ],
    [
      "all of it read-only, while some is not",
      mount({ recursiveReadOnly: "Enabled" }),
      "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified " +
      "when readOnly is true",
    ],
    [
      "read-only in another way",
      mount({ recursiveReadOnly: "All", readOnly: true }),
      'spec.containers[0].volumeMounts.recursiveReadOnly: Unsupported value: "All": ' +
      'supported values: "Disabled", "Enabled", "IfPossible"',
    ],
    [
      "a disk that is none",
      device({ name: "data" }),
      'spec.containers[0].volumeDevices[0].name: Invalid value: "data": can only use ' +
      "volume source type of PersistentVolumeClaim or Ephemeral for block mode",
    ],
    [
      "a disk that nobody has",
      device({ name: "x" }),
      'spec.containers[0].volumeDevices[0].name: Not found: "x"',
    ],
    [
      "a disk nowhere",
      device({ devicePath: "" }),
      "spec.containers[0].volumeDevices[0].devicePath: Required value",
    ],
    [
      "a disk above",
      device({ devicePath: "/dev/../a" }),
      'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/dev/../a": can not ' +
      "contain backsteps ('..')",
    ],
    [
      "disks at one place",
      container({
        volumeDevices: [{ name: "a", devicePath: "/a" }, { name: "b", devicePath: "/a" }],
      }, {
        volumes: [
          { name: "a", persistentVolumeClaim: { claimName: "a" } },
          { name: "b", persistentVolumeClaim: { claimName: "b" } },
        ],
      }),
      'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/a": must be unique',
    ],
    [
      "a disk where a volume is that stands elsewhere as well",
      container({
        volumeMounts: [{ name: "b", mountPath: "/a" }, { name: "b", mountPath: "/b" }],
        volumeDevices: [{ name: "a", devicePath: "/a" }],
      }, {
        volumes: [
          { name: "a", persistentVolumeClaim: { claimName: "a" } },
          { name: "b", emptyDir: {} },
        ],
      }),
      'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/a": must not already exist ' +
      "as a path in volumeDevices",
    ],
    [
      "a probe of nothing",
      probe({ periodSeconds: 1 }),
      "spec.containers[0].livenessProbe: Required value: must specify a handler type",
    ],
    [
      "a probe of two",
      probe({ exec: { command: ["a"] }, tcpSocket: { port: 1 } }),
      "spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 " +
      "handler type",
    ],
    [
      "a probe without a command",
      probe({ exec: {} }),
      "spec.containers[0].livenessProbe.exec.command: Required value",
    ],
    [
      "a probe that waits for less than nothing",
      probe({
        exec: { command: ["a"] },
        initialDelaySeconds: -1,
        timeoutSeconds: -1,
        periodSeconds: -1,
        successThreshold: 2,
        failureThreshold: -1,
      }),
      "spec.containers[0].livenessProbe.initialDelaySeconds: Invalid value: -1: must be " +
      "greater than or equal to 0",
      "spec.containers[0].livenessProbe.timeoutSeconds: Invalid value: -1: must be greater " +
      "than or equal to 0",
      "spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater " +
      "than or equal to 0",
      "spec.containers[0].livenessProbe.failureThreshold: Invalid value: -1: must be " +
      "greater than or equal to 0",
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1",
    ],
    [
      "a probe elsewhere",
      probe({ httpGet: { path: "", port: 0, scheme: "FTP" } }),
      "spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 " +
      "and 65535, inclusive",
      'spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: "FTP": ' +
      'supported values: "HTTP", "HTTPS"',
    ],
    [
      "a header without a name",
      probe({ httpGet: { port: 1, httpHeaders: [{ name: "", value: "" }] } }),
      'spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: "": a valid ' +
      "HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', " +
      "regex used for validation is '[-A-Za-z0-9]+')",
    ],
    [
      "a service with a bad name",
      probe({ grpc: { port: 70000 } }),
      "spec.containers[0].livenessProbe.grpc.port: Invalid value: 70000: must be between 1 " +
      "and 65535, inclusive",
    ],
    [
      "no grace",
      probe({ exec: { command: ["a"] }, terminationGracePeriodSeconds: 0 }),
      "spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: " +
      "must be greater than 0",
    ],
    [
      "a start that asks for grace",
      container({
        readinessProbe: { exec: { command: ["a"] }, terminationGracePeriodSeconds: 1 },
      }),
      "spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: " +
      "must not be set for readinessProbes",
    ],
    [
      "last words elsewhere",
      container({ terminationMessagePolicy: "Log" }),
      'spec.containers[0].terminationMessagePolicy: Unsupported value: "Log": supported ' +
      'values: "File", "FallbackToLogsOnError"',
    ],
    [
      "a policy of nothing",
      container({ restartPolicy: "Sometimes" }),
      'spec.containers[0].restartPolicy: Unsupported value: "Sometimes": supported values: ' +
      '"Always", "Never", "OnFailure"',
    ],
    [
      "rules without a policy of one that runs before: nothing else is said of them",
      first({ restartPolicyRules: [{ action: "Sometimes" }] }),
      "spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when " +
      "restart rules are used",
    ],
    [
      "rules without a policy",
      container({
        restartPolicyRules: [code({ operator: "In", values: [1] })],
      }),
      "spec.containers[0].restartPolicy: Required value: must specify restartPolicy when " +
      "restart rules are used",
    ],
    [
      "a rule of nothing",
      ends({ action: "Restart" }),
      "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified",
    ],
    [
      "a rule that does nothing",
      ends({ action: "Stop", exitCodes: { operator: "In", values: [1] } }),
      'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Stop": ' +
      'supported values: "Restart", "RestartAllContainers"',
    ],
    [
      "a rule of another sort",
      ends(code({ operator: "Is", values: [1] })),
      "spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: " +
      '"Is": supported values: "In", "NotIn"',
    ],
    [
      "too many rules",
      ends(...Array.from({ length: 21 }, () => code({ operator: "In", values: [1] }))),
      "spec.containers[0].restartPolicyRules: Too many: 21: must have at most 20 items",
    ],
    [
      "an end that starts with nothing",
      container({ lifecycle: { postStart: {}, preStop: { sleep: { seconds: -1 } } } }),
      "spec.containers[0].lifecycle.postStart: Required value: must specify a handler type",
      "spec.containers[0].lifecycle.preStop.sleep: Invalid value: -1: must be non-negative " +
      "and less than terminationGracePeriodSeconds (30)",
    ],
    [
      "a user below zero",
      secured({ runAsUser: -1, runAsGroup: -1 }),
      "spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 " +
      "and 2147483647, inclusive",
      "spec.containers[0].securityContext.runAsGroup: Invalid value: -1: must be between 0 " +
      "and 2147483647, inclusive",
    ],
    [
      "more than it has",
      secured({ privileged: true, allowPrivilegeEscalation: false }),
      "spec.containers[0].securityContext: Invalid value: " +
      '{"privileged":true,"allowPrivilegeEscalation":false}: cannot set ' +
      "`allowPrivilegeEscalation` to false and `privileged` to true",
    ],
    [
      "all capabilities and no more",
      secured({ allowPrivilegeEscalation: false, capabilities: { add: ["CAP_SYS_ADMIN"] } }),
      "spec.containers[0].securityContext: Invalid value: " +
      '{"capabilities":{"add":["CAP_SYS_ADMIN"]},"allowPrivilegeEscalation":false}: cannot ' +
      "set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN",
    ],
    [
      "another mount of processes",
      secured({ procMount: "Some" }),
      'spec.containers[0].securityContext.procMount: Unsupported value: "Some": supported ' +
      'values: "Default", "Unmasked"',
    ],
    [
      "an unmasked mount of processes",
      secured({ procMount: "Unmasked" }),
      'spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": ' +
      "`hostUsers` must be false to use `Unmasked`",
    ],
    [
      "a profile of nothing",
      secured({ seccompProfile: { type: "Localhost" }, appArmorProfile: { type: "Localhost" } }),
      "spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: " +
      "must be set when seccomp type is Localhost",
      "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required " +
      "value: must be set when AppArmor type is Localhost",
    ],
    [
      "a profile of no sort",
      secured({ seccompProfile: { type: "" }, appArmorProfile: { type: "" } }),
      "spec.containers[0].securityContext.seccompProfile.type: Required value: type is " +
      "required when seccompProfile is set",
      "spec.containers[0].securityContext.appArmorProfile.type: Required value: type is " +
      "required when appArmorProfile is set",
    ],
    [
      "a profile that is not there",
      secured({ seccompProfile: { type: "Unconfined", localhostProfile: "a" } }),
      "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: " +
      '{"type":"Unconfined","localhostProfile":"a"}: can only be set when seccomp type is ' +
      "Localhost",
    ],
    [
      "a profile of somewhere",
      secured({ appArmorProfile: { type: "RuntimeDefault", localhostProfile: "a" } }),
      "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: " +
      '"a": can only be set when AppArmor type is Localhost',
    ],
  ],
  updates: [
    {
      name: "a restart for a size that was taken",
      from: first(RESIZED),
      to: { metadata: { labels: { a: "b" } } },
    },
    {
      name: "a restart for a size that was not there",
      through: "resize",
      from: first({}),
      to: first(RESIZED),
      causes: [
        NO_RESTART,
        "spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar " +
        "containers are mutable",
        "spec.initContainers[0]: Forbidden: non-sidecar init containers with a resize policy of " +
        "RestartContainer cannot be resized",
      ],
    },
  ],
});
