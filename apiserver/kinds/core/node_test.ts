import { testKind } from "../../../testing/kind_tables.ts";
import {
  NO_LABEL as LABEL,
  NO_LABEL_VALUE as VALUE,
  NO_QUALIFIED_NAME as NAME,
} from "../../../testing/name_texts.ts";

const FAMILIES = "may specify no more than one CIDR for each IP family";
const NO_RANGE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
const EFFECTS = 'supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"';

const taint = { key: "a", value: "b", effect: "NoSchedule" };
const taints = (...list: object[]) => ({ spec: { taints: list } });
const ranges = (...podCIDRs: string[]) => ({ spec: { podCIDR: null, podCIDRs } });

const AVOIDED = "scheduler.alpha.kubernetes.io/preferAvoidPods";
const CONFIGURED = { configMap: { namespace: "a", name: "b", kubeletConfigKey: "c" } };
const FEATURE =
  "must start with an UpperCamelCase segment, with subsequent segments separated by " +
  "'/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and " +
  "slashes";

testKind({
  group: "",
  resource: "nodes",
  valid: { spec: { podCIDR: "10.1.0.0/16", providerID: "p", taints: [taint] } },
  good: [
    ["a range of each family", ranges("10.1.0.0/16", "fd00::/64")],
    ["one key with two effects", taints(taint, { ...taint, effect: "NoExecute" })],
  ],
  bad: [
    [
      "room on disks that is none",
      { status: { nodeInfo: { swap: { capacity: 0 } } } },
      "metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero",
    ],
    [
      "pods that nobody can keep away",
      { metadata: { annotations: { [AVOIDED]: "x" } } },
      `metadata.annotations.AvoidPods: Invalid value: "${AVOIDED}": must be a JSON object`,
    ],
    [
      "pods to be kept away, in another form",
      { metadata: { annotations: { [AVOIDED]: "true" } } },
      `metadata.annotations.AvoidPods: Invalid value: "${AVOIDED}": must be a JSON object`,
    ],
    [
      "pods of nobody, and of who controls none",
      {
        metadata: {
          annotations: {
            [AVOIDED]: JSON.stringify({
              preferAvoidPods: [{}, { podSignature: { podController: { controller: false } } }],
            }),
          },
        },
      },
      `metadata.annotations.${AVOIDED}[0].PodSignature: Required value`,
      `metadata.annotations.${AVOIDED}[1].PodSignature.PodController.Controller: Invalid value: ` +
      "false: must point to a controller",
    ],
    ["no range", ranges("x"), `spec.podCIDRs[0]: Invalid value: "x": ${NO_RANGE}`],
    [
      "two ranges of one family",
      ranges("10.1.0.0/16", "10.2.0.0/16"),
      `spec.podCIDRs: Invalid value: ["10.1.0.0/16","10.2.0.0/16"]: ${FAMILIES}`,
    ],
    [
      "three ranges",
      ranges("10.1.0.0/16", "fd00::/64", "10.2.0.0/16"),
      `spec.podCIDRs: Invalid value: ["10.1.0.0/16","fd00::/64","10.2.0.0/16"]: ${FAMILIES}`,
    ],
    [
      "a taint without a key",
      taints({ ...taint, key: "" }),
      'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
      `metadata.taints[0].key: Invalid value: "": ${NAME}`,
    ],
    [
      "a taint with a bad key",
      taints({ ...taint, key: "a b" }),
      `metadata.taints[0].key: Invalid value: "a b": ${NAME}`,
    ],
    [
      "a taint with a bad value",
      taints({ ...taint, value: "a b" }),
      `metadata.taints[0].value: Invalid value: "a b": ${VALUE}`,
    ],
    [
      "a taint without an effect",
      taints({ ...taint, effect: "" }),
      "metadata.taints[0].effect: Required value",
    ],
    [
      "a taint with an unknown effect",
      taints({ ...taint, effect: "x" }),
      `metadata.taints[0].effect: Unsupported value: "x": ${EFFECTS}`,
    ],
    [
      "one taint twice",
      taints(taint, { ...taint, value: "c" }),
      'metadata.taints[1]: Duplicate value: {"key":"a","value":"c","effect":"NoSchedule"}: ' +
      "taints must be unique by key and effect pair",
    ],
    [
      "two bad taints",
      taints({ ...taint, effect: "" }, { key: "b", effect: "x" }),
      "metadata.taints[0].effect: Required value",
      `metadata.taints[1].effect: Unsupported value: "x": ${EFFECTS}`,
    ],
    [
      "amounts that can't be",
      { status: { capacity: { cpu: "-1", "example.com/gpu": "500m" } } },
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.capacity.example.com/gpu: Invalid value: "500m": must be an integer',
      'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.example.com/gpu: Invalid value: "500m": must be an integer',
    ],
    [
      "a namespace",
      { metadata: { namespace: "x" } },
      "metadata.namespace: Forbidden: not allowed on this type",
    ],
    [
      "a long name",
      { metadata: { name: "a".repeat(254) } },
      `metadata.name: Invalid value: "${"a".repeat(254)}": must be no more than 253 characters`,
    ],
  ],
  defaults: [
    ["the list of ranges", {}, { spec: { podCIDRs: ["10.1.0.0/16"] } }],
    ["the first range", ranges("10.2.0.0/16", "fd00::/64"), { spec: { podCIDR: "10.2.0.0/16" } }],
    [
      "old clients know one range",
      { spec: { podCIDR: "10.3.0.0/16", podCIDRs: ["10.2.0.0/16"] } },
      { spec: { podCIDRs: ["10.3.0.0/16"] } },
    ],
    ["an agent says what of its node pods may have", {
      status: { capacity: { cpu: "2", memory: "1Gi" }, allocatable: { cpu: "1" } },
    }, {
      status: { allocatable: { cpu: "1", memory: null } },
    }],
    ["an agent says what its node is like", { status: { capacity: { cpu: "2" } } }, {
      status: { capacity: { cpu: "2" }, allocatable: { cpu: "2" } },
    }],
    ["no configuration", { spec: { configSource: { configMap: {} } } }, {
      spec: { configSource: null },
    }],
  ],
  warned: [
    [
      "old fields and forms",
      { spec: { externalID: "a", podCIDR: "10.1.2.3/16", podCIDRs: ["10.1.2.3/16", "FD00::/64"] } },
      "spec.externalID: this field is deprecated, and is unused by Kubernetes",
      'spec.podCIDRs[0]: CIDR value "10.1.2.3/16" is ambiguous in this context (should be ' +
      '"10.1.0.0/16" or "10.1.2.3/32"?)',
      'spec.podCIDRs[1]: IPv6 CIDR value "FD00::/64" should be in RFC 5952 canonical format ' +
      '("fd00::/64")',
    ],
    [
      "a range in an old form, and of one address",
      { spec: { podCIDR: "010.1.2.3/016", podCIDRs: null } },
      'spec.podCIDRs[0]: CIDR value "010.1.2.3/016" is ambiguous in this context (should be ' +
      '"10.1.0.0/16" or "10.1.2.3/32"?)',
      'spec.podCIDRs[0]: non-standard CIDR value "010.1.2.3/016" is invalid: use "10.1.0.0/16"',
    ],
    [
      "one of the other family's",
      { spec: { podCIDR: "::ffff:10.1.0.0/112", podCIDRs: null } },
      'spec.podCIDRs[0]: non-standard CIDR value "::ffff:10.1.0.0/112" is invalid: use ' +
      '"10.1.0.0/16"',
    ],
    [
      "an IPv6 one with bits beyond",
      { spec: { podCIDR: "FD00::1/64", podCIDRs: null } },
      'spec.podCIDRs[0]: CIDR value "FD00::1/64" is ambiguous in this context (should be ' +
      '"fd00::/64" or "fd00::1/128"?)',
    ],
    ["a source of its configuration, which is dropped", { spec: { configSource: {} } }],
  ],
  updates: [
    {
      name: "taints and schedulability may change",
      to: { spec: { taints: null, unschedulable: true } },
      becomes: { spec: { taints: null, unschedulable: true } },
    },
    {
      name: "ranges and provider are given once",
      from: { spec: { podCIDR: null, podCIDRs: null, providerID: null } },
      to: { spec: { podCIDRs: ["10.1.0.0/16"], providerID: "p" } },
    },
    {
      name: "ranges and provider stay",
      to: { spec: { podCIDR: "10.2.0.0/16", podCIDRs: null, providerID: "q", externalID: "x" } },
      causes: [
        'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
        'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
        "spec.externalID: Forbidden: may not be updated",
      ],
    },
    {
      name: "ranges and taints are judged twice, as any and as new ones",
      to: {
        spec: {
          podCIDR: "10.1.0.0/16",
          podCIDRs: ["10.1.0.0/16", "x"],
          taints: [{ key: "a", effect: "x" }],
        },
      },
      causes: [
        `metadata.taints[0].effect: Unsupported value: "x": ${EFFECTS}`,
        'spec.podCIDRs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or ' +
        "2001:db8::/64)",
        "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with " +
        "error:invalid CIDR[1]: <nil> (invalid CIDR address: x)",
        'spec.podCIDRs: Invalid value: ["10.1.0.0/16","x"]: may specify no more than one CIDR for ' +
        "each IP family",
        'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
        `metadata.taints[0].effect: Unsupported value: "x": ${EFFECTS}`,
      ],
    },
    {
      name: "a configuration that it was told of in other times",
      from: { spec: { configSource: CONFIGURED } },
      to: {
        spec: {
          configSource: {
            configMap: { uid: "u", namespace: "A", name: "", kubeletConfigKey: null },
          },
        },
      },
      causes: [
        "spec.configSource.configMap.uid: Forbidden: uid must not be set in spec",
        `spec.configSource.configMap.namespace: Invalid value: "A": ${LABEL}`,
        "spec.configSource.configMap.name: Required value",
        "spec.configSource.configMap.kubeletConfigKey: Required value",
      ],
      warnings: ["spec.configSource: the feature is removed"],
    },
    {
      name: "a configuration that it was never told of",
      through: "status",
      to: { status: { config: { assigned: CONFIGURED } } },
      becomes: { status: { config: null } },
    },
    {
      name: "a configuration that it uses no more",
      through: "status",
      from: { status: { config: { assigned: CONFIGURED } } },
      to: { status: { config: { active: CONFIGURED, assigned: { configMap: null } } } },
      causes: [
        "status.config.assigned: Invalid value: {}: exactly one reference subfield must be non-nil",
        "status.config.active.configMap.uid: Required value",
        "status.config.active.configMap.resourceVersion: Required value",
      ],
    },
    {
      name: "what it can do",
      through: "status",
      to: { status: { declaredFeatures: ["A", "B/c", "B/c", "A/", "b"] } },
      causes: [
        'status.declaredFeatures[2]: Duplicate value: "B/c"',
        'status.declaredFeatures[3]: Invalid value: "A/": list must be sorted alphabetically',
        `status.declaredFeatures[3]: Invalid value: "A/": invalid feature name "A/": ${FEATURE}`,
        `status.declaredFeatures[4]: Invalid value: "b": invalid feature name "b": ${FEATURE}`,
      ],
    },
    {
      name: "the status stays",
      to: { status: { capacity: { cpu: "1" } } },
      becomes: { status: { capacity: null } },
    },
    {
      name: "a status changes nothing else",
      through: "status",
      to: { spec: { unschedulable: true }, status: { capacity: { cpu: "1", pods: "2" } } },
      becomes: {
        spec: { unschedulable: null },
        status: { capacity: { cpu: "1", pods: "2" }, allocatable: { cpu: "1", pods: "2" } },
      },
    },
    {
      name: "a bad status",
      through: "status",
      to: {
        status: {
          allocatable: { cpu: "-1", pods: "1500m" },
          addresses: [{ type: "InternalIP", address: "1.2.3.4" }, {
            type: "InternalIP",
            address: "1.2.3.4",
          }],
        },
      },
      causes: [
        'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
        'status.allocatable.pods: Invalid value: "1500m": must be an integer',
        'status.addresses[1]: Duplicate value: {"type":"InternalIP","address":"1.2.3.4"}',
      ],
    },
  ],
  rows: [
    ["nothing known", {}, {
      Status: "Unknown",
      Roles: "<none>",
      Version: "",
      "Internal-IP": "<none>",
      "External-IP": "<none>",
      "OS-Image": "<unknown>",
    }],
    ["all known", {
      metadata: {
        labels: {
          "node-role.kubernetes.io/worker": "",
          "node-role.kubernetes.io/control-plane": "",
          "kubernetes.io/role": "old",
        },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        addresses: [{ type: "InternalIP", address: "1.2.3.4" }],
        nodeInfo: { kubeletVersion: "v1.36.0", kernelVersion: "6.1", architecture: "arm64" },
      },
    }, {
      Name: "x",
      Status: "Ready,SchedulingDisabled",
      Roles: "control-plane,old,worker",
      Version: "v1.36.0",
      "Internal-IP": "1.2.3.4",
      "External-IP": "<none>",
      "Kernel-Version": "6.1 (arm64)",
      "Container-Runtime": "<unknown>",
    }],
    ["not ready", { status: { conditions: [{ type: "Ready", status: "Unknown" }] } }, {
      Status: "NotReady",
    }],
  ],
});
