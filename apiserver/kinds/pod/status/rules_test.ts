/** What node agents report of pods. */
import { testKind } from "../../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL, NO_SUBDOMAIN as SUBDOMAIN } from "../../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const MAIN = { name: "main", image: "a:1" };
const status = (fields: Fields) => ({ status: fields });
const runs = (fields: Fields) => status({ containerStatuses: [{ name: "main", ...fields }] });
const given = (fields: Fields) =>
  runs({ allocatedResourcesStatus: [{ name: "a.b/gpu", ...fields }] });
const extended = (resourceClaimName: string, ...requestMappings: Fields[]) =>
  status({ extendedResourceClaimStatus: { resourceClaimName, requestMappings } });
const windows = { spec: { os: { name: "windows" } } };
const ended = (exitCode: number, name = "main") =>
  status({ containerStatuses: [{ name, state: { terminated: { exitCode } } }] });
const again = (name = "main") => status({ containerStatuses: [{ name, state: { running: {} } }] });
const restarts = (restartPolicy: string, ...restartPolicyRules: Fields[]) => ({
  spec: { containers: [{ ...MAIN, restartPolicy, restartPolicyRules }] },
});
const RULE = { action: "Restart", exitCodes: { operator: "In", values: [42] } };

const REVIVED = "Forbidden: may not be transitioned to non-terminated state";

testKind({
  group: "",
  resource: "pods",
  valid: {
    spec: {
      restartPolicy: "Never",
      containers: [{
        ...MAIN,
        resources: {
          limits: { "a.b/gpu": "1" },
          requests: { "a.b/gpu": "1" },
          claims: [{ name: "gpu" }],
        },
      }],
      resourceClaims: [{ name: "gpu", resourceClaimName: "a" }],
    },
  },
  updates: [
    {
      name: "another quality",
      through: "status",
      from: status({ qosClass: "BestEffort" }),
      to: status({ qosClass: "Guaranteed" }),
      causes: ['status.qosClass: Invalid value: "Guaranteed": field is immutable'],
    },
    {
      name: "a generation below zero",
      through: "status",
      to: status({
        observedGeneration: -1,
        conditions: [{ type: "Ready", status: "True", observedGeneration: -1 }],
      }),
      causes: [
        "status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative " +
        "integer",
        "status.observedGeneration: Invalid value: -1: must be a non-negative integer",
      ],
    },
    {
      name: "a node that is none",
      through: "status",
      to: status({ nominatedNodeName: "a b" }),
      causes: [`status.nominatedNodeName: Invalid value: "a b": ${SUBDOMAIN}`],
    },
    {
      name: "a node for what has one",
      through: "status",
      from: { spec: { nodeName: "a" } },
      to: { spec: { nodeName: "a" }, ...status({ nominatedNodeName: "b" }) },
      causes: [
        "status.nominatedNodeName: Forbidden: may not be set on pods that are already bound " +
        "to a node",
      ],
    },
    {
      name: "a claim of a bad name",
      through: "status",
      to: status({ resourceClaimStatuses: [{ name: "gpu", resourceClaimName: "a b" }] }),
      causes: [
        `status.resourceClaimStatuses[0].resourceClaimName: Invalid value: "a b": ${SUBDOMAIN}`,
      ],
    },
    {
      name: "amounts are told to the thousandth",
      through: "status",
      to: status({ allocatedResources: { cpu: "1n" }, resources: { limits: { cpu: "1.0001" } } }),
      becomes: status({
        allocatedResources: { cpu: "1m" },
        resources: { limits: { cpu: "1001m" } },
      }),
    },
    {
      name: "addresses that were none before",
      through: "status",
      from: status({ podIPs: [{ ip: "a" }], podIP: "a" }),
      to: status({ podIPs: [{ ip: "a" }], podIP: "a", message: "b" }),
    },
    {
      name: "addresses of which one is none",
      through: "status",
      to: status({ podIPs: [{ ip: "1.2.3.4" }, { ip: "a" }] }),
      causes: [
        'status.podIPs[1]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or ' +
        "2001:db8::ffff)",
        "status.podIPs: Internal error: failed to check for dual stack with error:invalid " +
        "IP[1]: a",
        'status.podIPs: Invalid value: [{"ip":"1.2.3.4"},{"ip":"a"}]: may specify no more ' +
        "than one IP for each IP family",
      ],
    },
    {
      name: "three addresses",
      through: "status",
      to: status({
        hostIP: "1.2.3.4",
        hostIPs: [{ ip: "1.2.3.4" }, { ip: "fd00::1" }, { ip: "fd00::2" }],
      }),
      causes: [
        "status.hostIPs: Invalid value: " +
        '[{"ip":"1.2.3.4"},{"ip":"fd00::1"},{"ip":"fd00::2"}]: may specify no more than one ' +
        "IP for each IP family",
      ],
    },
    {
      name: "a user below zero",
      through: "status",
      to: runs({ user: { linux: { uid: -1, gid: -1, supplementalGroups: [-1] } } }),
      causes: [
        "status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 " +
        "and 2147483647, inclusive",
        "status.containerStatuses[0].user.linux.gid: Invalid value: -1: must be between 0 " +
        "and 2147483647, inclusive",
        "status.containerStatuses[0].user.linux.supplementalGroups[0]: Invalid value: -1: " +
        "must be between 0 and 2147483647, inclusive",
      ],
    },
    {
      name: "a user of another system",
      through: "status",
      from: windows,
      to: { ...windows, ...runs({ user: { linux: { uid: 1, gid: 1 } } }) },
      causes: [
        "status.containerStatuses[0].user.linux: Forbidden: cannot be set for a windows pod",
      ],
    },
    {
      name: "a device that is well",
      through: "status",
      to: given({ resources: [{ resourceID: "1", health: "Healthy" }] }),
    },
    {
      name: "a device that is not told of",
      through: "status",
      to: given({
        resources: [{ resourceID: "1", health: "Ill", message: "" }, {
          resourceID: "1",
          health: "Unknown",
          message: "a".repeat(1025),
        }],
      }),
      causes: [
        "status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health: " +
        'Unsupported value: "Ill": supported values: "Healthy", "Unhealthy", "Unknown"',
        "status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].message: " +
        "Required value: must be non-empty if specified",
        "status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].message: Too " +
        "long: may not be more than 1024 bytes",
        "status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID: " +
        'Duplicate value: "1"',
      ],
    },
    {
      name: "a device that it has not",
      through: "status",
      to: given({ name: "a.b/tpu" }),
      causes: [
        "status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: " +
        '"a.b/tpu": must match one of the container\'s resource requests',
      ],
    },
    { name: "a claim that it has", through: "status", to: given({ name: "claim:gpu" }) },
    {
      name: "a claim that it has not",
      through: "status",
      to: given({ name: "claim:tpu/one" }),
      causes: [
        "status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: " +
        '"claim:tpu/one": must match one of the container\'s resource claims in a format ' +
        "'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty",
      ],
    },
    {
      name: "devices for what it asks for",
      through: "status",
      to: extended("x", { containerName: "main", resourceName: "a.b/gpu", requestName: "r" }),
    },
    {
      name: "a claim of no devices",
      through: "status",
      to: extended(""),
      causes: [
        "status.extendedResourceClaimStatus.requestMappings: Required value: at least one " +
        "request mapping is required",
        "status.extendedResourceClaimStatus.resourceClaimName: Required value",
      ],
    },
    {
      name: "devices for what it does not ask for",
      through: "status",
      to: extended(
        "a b",
        { containerName: "other", resourceName: "a.b/gpu", requestName: "r" },
        { containerName: "main", resourceName: "a.b/tpu", requestName: "R" },
      ),
      causes: [
        "status.extendedResourceClaimStatus.requestMappings[0].containerName: Invalid value: " +
        '"other": must match the name of an entry in spec.initContainers.name or ' +
        "spec.containers.name",
        "status.extendedResourceClaimStatus.requestMappings[1].resourceName: Invalid value: " +
        '"a.b/tpu": must match the extended resource name of an entry in ' +
        "spec.initContainers.resources.requests or spec.containers.resources.requests",
        `status.extendedResourceClaimStatus.requestName: Invalid value: "R": ${LABEL}`,
        `status.extendedResourceClaimStatus.resourceClaimName: Invalid value: "a b": ${SUBDOMAIN}`,
      ],
    },
    {
      name: "devices that are told of twice",
      through: "status",
      to: extended(
        "x",
        { containerName: "main", resourceName: "a.b/gpu", requestName: "r" },
        { containerName: "main", resourceName: "a.b/gpu", requestName: "r" },
      ),
      causes: [
        'status.extendedResourceClaimStatus.requestMappings[1].containerName: Duplicate value: "main"',
        'status.extendedResourceClaimStatus.requestMappings[1].resourceName: Duplicate value: "a.b/gpu"',
        'status.extendedResourceClaimStatus.requestMappings[1].requestName: Duplicate value: "r"',
      ],
    },
    {
      name: "devices of a debugger",
      through: "status",
      to: status({
        ephemeralContainerStatuses: [{ name: "debug", allocatedResourcesStatus: [{ name: "a" }] }],
      }),
      causes: [
        "status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not " +
        "be specified in container status",
      ],
    },
    {
      name: "again after all",
      through: "status",
      from: ended(1),
      to: again(),
      causes: [`status.containerStatuses[0].state: ${REVIVED}`],
    },
    {
      name: "again of nobody",
      through: "status",
      from: { ...ended(1, "x"), spec: { restartPolicy: "Always" } },
      to: again("x"),
      causes: [`status.containerStatuses[0].state: ${REVIVED}`],
    },
    {
      name: "again by a rule",
      through: "status",
      from: { ...ended(42), ...restarts("Never", RULE) },
      to: { ...again(), ...restarts("Never", RULE) },
    },
    {
      name: "again without a rule",
      through: "status",
      from: { ...ended(1), ...restarts("Never", RULE) },
      to: { ...again(), ...restarts("Never", RULE) },
      causes: [`status.containerStatuses[0].state: ${REVIVED}`],
    },
    {
      name: "again by a rule of other codes",
      through: "status",
      from: {
        ...ended(1),
        ...restarts("Never", { ...RULE, exitCodes: { operator: "NotIn", values: [42] } }),
      },
      to: {
        ...again(),
        ...restarts("Never", { ...RULE, exitCodes: { operator: "NotIn", values: [42] } }),
      },
    },
  ],
});
