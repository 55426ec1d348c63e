import { type Change, testKind } from "../../../../testing/kind_tables.ts";
import { NO_LABEL_VALUE as VALUE } from "../../../../testing/name_texts.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { rulesOf } from "../../declarations.ts";

const MAIN = { name: "main", image: "a:1" };
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NOTHING = "a null labelSelector results in matching no pod";
const SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const APP_ARMOR = 'deprecated since v1.30; use the "appArmorProfile" field instead';

/** A pod of these fields. */
const pod = (fields: object): Change => ({ spec: fields });
/** A pod of one container with these fields. */
const container = (fields: object): Change => pod({ containers: [{ ...MAIN, ...fields }] });
const volume = (source: object): Change => pod({ volumes: [{ name: "v", ...source }] });
const projected = (...sources: object[]): Change => volume({ projected: { sources } });
const files = (...paths: string[]) => ({ items: paths.map((path) => ({ key: "k", path })) });
const ports = (...all: object[]): Change => container({ ports: all });
const nodes = (key: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator: "In", values: ["a", ...values] }],
});
const annotated = (annotations: object, fields: object = {}): Change => ({
  metadata: { annotations },
  ...pod(fields),
});
const OLD_OS = 'beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead';
const at = (index: number) => `spec.containers[0].ports[${index}]`;
const overlap = (kind: string, both: string) => `volume "v" (${kind}): overlapping paths: ${both}`;

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [MAIN] } },
  warned: [
    ["nothing", container({ resources: { limits: { memory: "1Gi", cpu: "100m" } } })],
    [
      "labels of nodes of old",
      pod({ nodeSelector: { "beta.kubernetes.io/arch": "a" } }),
      'spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" ' +
      "instead",
    ],
    [
      "a kind of machine, by its label of old",
      pod({ nodeSelector: { "beta.kubernetes.io/instance-type": "a" } }),
      "spec.nodeSelector[beta.kubernetes.io/instance-type]: deprecated since v1.17; use " +
      '"node.kubernetes.io/instance-type" instead',
    ],
    [
      "nodes by labels of old, and a value that is none",
      pod({
        affinity: {
          nodeAffinity: {
            [REQUIRED]: { nodeSelectorTerms: [nodes("beta.kubernetes.io/os")] },
            [PREFERRED]: [
              { weight: 1, preference: nodes("beta.kubernetes.io/os") },
              { weight: 1, preference: nodes("a", "b c") },
            ],
          },
        },
      }),
      `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: ${OLD_OS}`,
      `spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].key: ${OLD_OS}`,
      `spec.affinity.nodeAffinity.${PREFERRED}[1].preference.matchExpressions[0].values[1]: b c is ` +
      `invalid, ${VALUE}`,
    ],
    [
      "no pods, and zones by their label of old",
      pod({
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "failure-domain.beta.kubernetes.io/zone",
            whenUnsatisfiable: "DoNotSchedule",
          },
        ],
        affinity: {
          podAffinity: { [REQUIRED]: [{ topologyKey: "beta.kubernetes.io/os" }] },
          podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: "a" } }] },
        },
      }),
      "spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is " +
      'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
      `spec.topologySpreadConstraints[0].labelSelector: ${NOTHING}`,
      `spec.affinity.podAffinity.${REQUIRED}[0].labelSelector: ${NOTHING}`,
      `spec.affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.labelSelector: ${NOTHING}`,
    ],
    [
      "annotations of old",
      annotated({
        "security.alpha.kubernetes.io/unsafe-sysctls": "",
        "security.alpha.kubernetes.io/sysctls": "",
        "scheduler.alpha.kubernetes.io/critical-pod": "",
      }),
      "metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; " +
      'use the "priorityClassName" field instead',
      "metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the " +
      '"sysctls" field instead',
      "metadata.annotations[security.alpha.kubernetes.io/unsafe-sysctls]: non-functional in v1.11+; " +
      'use the "sysctls" field instead',
    ],
    [
      "profiles in annotations",
      annotated({
        "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
        "container.seccomp.security.alpha.kubernetes.io/main": "runtime/default",
        "container.seccomp.security.alpha.kubernetes.io/other": "runtime/default",
      }),
      `metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: ${SECCOMP}`,
      `metadata.annotations[container.seccomp.security.alpha.kubernetes.io/main]: ${SECCOMP}`,
    ],
    [
      "no profiles in annotations that stand in fields too",
      annotated({
        "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
        "container.seccomp.security.alpha.kubernetes.io/main": "runtime/default",
      }, {
        securityContext: { seccompProfile: { type: "RuntimeDefault" } },
        containers: [{
          ...MAIN,
          securityContext: { seccompProfile: { type: "RuntimeDefault" } },
        }],
      }),
    ],
    [
      "volumes that are gone",
      volume({ storageos: { volumeName: "a" } }),
      "spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+",
    ],
    [
      "a claim of parts of bytes",
      volume({
        ephemeral: {
          volumeClaimTemplate: {
            spec: {
              accessModes: ["ReadWriteOnce"],
              resources: { requests: { storage: "1500m" } },
            },
          },
        },
      }),
      "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional " +
      'byte value "1500m" is invalid, must be an integer',
    ],
    [
      "files in each other's places",
      volume({ configMap: { name: "m", ...files("a", "b/c/", "b", "a", "b/cd") } }),
      overlap('ConfigMap "m"', '"b" with "b/c"'),
      overlap('ConfigMap "m"', '"a" with "a"'),
      overlap('ConfigMap "m"', '"b/cd" with "b"'),
    ],
    [
      "secrets in each other's places",
      volume({ secret: { secretName: "s", ...files("a", "a/b") } }),
      overlap('Secret "s"', '"a/b" with "a"'),
    ],
    [
      "a pod's fields in each other's places",
      volume({
        downwardAPI: {
          items: ["a", "a"].map((path) => ({ path, fieldRef: { fieldPath: "metadata.name" } })),
        },
      }),
      overlap("DownwardAPI", '"a" with "a"'),
    ],
    [
      "sources in each other's places, and one of nothing",
      projected(
        { configMap: { name: "m", ...files("a/b", "t") } },
        {},
        { secret: { name: "s", ...files("a") } },
        { serviceAccountToken: { path: "t/u" } },
        { downwardAPI: { items: [{ path: "a/c", fieldRef: { fieldPath: "metadata.name" } }] } },
      ),
      'volume "v" (Projected) has no sources provided',
      overlap("Projected", '"a" (Secret "s") with "a/b" (ConfigMap "m")'),
      overlap("Projected", '"t/u" (ServiceAccountToken) with "t" (ConfigMap "m")'),
      overlap("Projected", '"a/c" (DownwardAPI) with "a" (Secret "s")'),
    ],
    [
      "hosts that come twice",
      pod({ hostAliases: ["1.2.3.4", "::1", "1.2.3.4"].map((ip) => ({ ip, hostnames: ["a"] })) }),
      'spec.hostAliases[2].ip: duplicate ip "1.2.3.4"',
    ],
    [
      "addresses in other forms",
      pod({
        dnsPolicy: "None",
        dnsConfig: { nameservers: ["1.2.3.4", "FD00::1"] },
        hostAliases: [{ ip: "fd00:0::1", hostnames: ["a"] }],
      }),
      'spec.dnsConfig.nameservers[1]: IPv6 address "FD00::1" should be in RFC 5952 canonical format ' +
      '("fd00::1")',
      'spec.hostAliases[0].ip: IPv6 address "fd00:0::1" should be in RFC 5952 canonical format ' +
      '("fd00::1")',
    ],
    [
      "secrets without a name, and twice",
      pod({ imagePullSecrets: [{}, { name: "a" }, { name: "a" }] }),
      'spec.imagePullSecrets[2].name: duplicate name "a"',
      'spec.imagePullSecrets[0].name: invalid empty name ""',
    ],
    [
      "parts of bytes",
      {
        spec: {
          overhead: { memory: "100m", "ephemeral-storage": "1.5", cpu: "1m" },
          containers: [{
            ...MAIN,
            resources: {
              limits: { memory: "1500m", "ephemeral-storage": "1500m" },
              requests: { memory: "1200m", cpu: "1500m" },
            },
          }],
        },
      },
      'spec.overhead[memory]: fractional byte value "100m" is invalid, must be an integer',
      'spec.overhead[ephemeral-storage]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must ' +
      "be an integer",
      'spec.containers[0].resources.requests[memory]: fractional byte value "1200m" is invalid, must ' +
      "be an integer",
      'spec.containers[0].resources.limits[ephemeral-storage]: fractional byte value "1500m" is ' +
      "invalid, must be an integer",
      'spec.containers[0].resources.requests[ephemeral-storage]: fractional byte value "1500m" is ' +
      "invalid, must be an integer",
    ],
    [
      "so many bytes that their thousandths are no number",
      { spec: { overhead: { memory: "1000Pi", "ephemeral-storage": "1Ei" } } },
      'spec.overhead[memory]: fractional byte value "1000Pi" is invalid, must be an integer',
      'spec.overhead[ephemeral-storage]: fractional byte value "1Ei" is invalid, must be an integer',
    ],
    [
      "variables that hide others",
      container({
        env: [
          { name: "A", value: "a" },
          { name: "A", value: "$(A):b" },
          { name: "A", value: "$(A)" },
          { name: "A" },
          { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        ],
      }),
      ...[2, 3, 4].map((index) =>
        `spec.containers[0].env[${index}]: hides previous definition of "A", which may be dropped ` +
        "when using apply"
      ),
    ],
    [
      "one of many variables that hides another",
      container({
        env: [...Array(20).keys(), 3].map((index) => ({ name: `V${index}`, value: "a" })),
      }),
      'spec.containers[0].env[20]: hides previous definition of "V3", which may be dropped when ' +
      "using apply",
    ],
    [
      "an address of a port that is not the node's",
      ports({ containerPort: 80, hostIP: "10.0.0.1", name: "web" }),
      `${at(0)}: hostIP set without hostPort: {Name:web HostPort:0 ContainerPort:80 Protocol:TCP ` +
      "HostIP:10.0.0.1}",
    ],
    [
      "ports that overlap",
      ports(
        { containerPort: 80 },
        { containerPort: 80 },
        { containerPort: 80, hostPort: 8080 },
        { containerPort: 80, hostPort: 8080, hostIP: "10.0.0.1" },
        { containerPort: 80, hostPort: 8081, hostIP: "10.0.0.1" },
        { containerPort: 80, protocol: "UDP" },
      ),
      `${at(1)}: duplicate port definition with ${at(0)}`,
      `${at(2)}: overlapping port definition with ${at(0)}`,
      `${at(2)}: overlapping port definition with ${at(1)}`,
      `${at(3)}: overlapping port definition with ${at(0)}`,
      `${at(3)}: overlapping port definition with ${at(1)}`,
      `${at(3)}: dangerously ambiguous port definition with ${at(2)}`,
      `${at(4)}: overlapping port definition with ${at(0)}`,
      `${at(4)}: overlapping port definition with ${at(1)}`,
    ],
    [
      "ports of several containers",
      pod({
        initContainers: [
          { ...MAIN, name: "a", ports: [{ containerPort: 80, name: "web" }] },
        ],
        containers: [
          { ...MAIN, ports: [{ containerPort: 80 }] },
          { ...MAIN, name: "b", ports: [{ containerPort: 81, name: "web" }] },
        ],
      }),
      `${at(0)}: duplicate port definition with spec.initContainers[0].ports[0]`,
      'spec.containers[1].ports[0]: duplicate port name "web" with spec.initContainers[0].ports[0], ' +
      "services and probes that select ports by name will use spec.initContainers[0].ports[0]",
    ],
  ],
  defaults: [["no time", pod({ terminationGracePeriodSeconds: -1 }), {
    spec: { terminationGracePeriodSeconds: 1 },
  }]],
});

const PATH = "spec.template.metadata.annotations";
const inTemplate = (annotations: object, fields: object = {}): Change => ({
  spec: { template: { metadata: { annotations }, ...pod(fields) } },
});
const unconfined = { "container.apparmor.security.beta.kubernetes.io/main": "unconfined" };

testKind({
  group: "apps",
  resource: "deployments",
  valid: {
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [MAIN] } },
    },
  },
  warned: [
    [
      "a template's profile in annotations",
      inTemplate(unconfined),
      `${PATH}[container.apparmor.security.beta.kubernetes.io/main]: ${APP_ARMOR}`,
    ],
    [
      "no profile in annotations that is the pod's",
      inTemplate(unconfined, { securityContext: { appArmorProfile: { type: "Unconfined" } } }),
    ],
    [
      "a template's old annotations",
      inTemplate({ "scheduler.alpha.kubernetes.io/critical-pod": "" }),
      `${PATH}[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the ` +
      '"priorityClassName" field instead',
    ],
  ],
  updates: [
    {
      name: "anything but the template, whose pods are told of anew",
      from: { spec: { template: pod({ terminationGracePeriodSeconds: -1 }) } },
      to: { spec: { replicas: 3 } },
      warnings: [
        "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid " +
        "and will be treated as 1",
      ],
    },
    {
      name: "a label, and nothing is told anew",
      from: { spec: { template: pod({ terminationGracePeriodSeconds: -1 }) } },
      to: { metadata: { labels: { a: "b" } } },
      warnings: [],
    },
  ],
});

const template = (fields: Record<string, unknown>) =>
  ({
    metadata: { name: "a.b" },
    spec: { template: { spec: { containers: [MAIN], ...fields } } },
  }) as unknown as JsonObject;
const NAME =
  ", which can result in surprising behavior; a DNS label is recommended: [must not contain dots]";

Deno.test("pods are warned of when they are made, workloads when their pods change", () => {
  const pods = rulesOf("core/v1", "pods", NAMES.kubernetes);
  const pod = { metadata: { name: "a.b" }, spec: { containers: [MAIN] } } as unknown as JsonObject;
  assertEquals(pods.warnings?.(pod, undefined), [
    `metadata.name: this is used in the Pod's hostname${NAME}`,
  ]);
  assertEquals(pods.warnings?.(pod, pod), []);
  for (const resource of ["deployments", "replicasets", "statefulsets"]) {
    const { warnings } = rulesOf("apps/v1", resource, NAMES.kubernetes);
    const old = template({});
    const bad = { ...template({ imagePullSecrets: [{}] }), metadata: { generation: 2 } };
    // Stateful sets have no such names.
    assertEquals(
      warnings?.(old, undefined),
      resource === "statefulsets"
        ? []
        : [`metadata.name: this is used in Pod names and hostnames${NAME}`],
    );
    assertEquals(warnings?.(bad, old), [
      'spec.template.spec.imagePullSecrets[0].name: invalid empty name ""',
    ]);
    assertEquals(warnings?.(bad, bad), []);
  }
});

Deno.test("network policies are warned of for ranges that are not written as they should be", () => {
  const { warnings } = rulesOf("networking/v1", "networkpolicies", NAMES.kubernetes);
  const ipBlock = { cidr: "2001:DB8::/32", except: ["2001:db8:0::/48"] };
  assertEquals(warnings?.({ spec: { egress: [{ to: [{ ipBlock }] }] } }, undefined), [
    'spec.egress[0].to[0].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 ' +
    'canonical format ("2001:db8::/32")',
    'spec.egress[0].to[0].ipBlock.except[0]: IPv6 CIDR value "2001:db8:0::/48" should be in RFC 5952 ' +
    'canonical format ("2001:db8::/48")',
  ]);
});
