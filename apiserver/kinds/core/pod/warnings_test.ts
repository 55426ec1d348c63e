import { assertEquals } from "../../../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { rulesOf } from "../../declarations.ts";
import { podSpecWarnings } from "./warnings.ts";

const MAIN = { name: "main", image: "a:1" };
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NOTHING = "a null labelSelector results in matching no pod";
const TERM = { matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }] };
const OLD_OS = 'beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead';

const CASES:
  readonly (readonly [name: string, spec: Record<string, unknown>, ...warnings: string[]])[] = [
    ["nothing to say", { containers: [{ ...MAIN, resources: { limits: { memory: "1Gi" } } }] }],
    [
      "labels of old",
      {
        containers: [],
        nodeSelector: { "beta.kubernetes.io/arch": "a", "failure-domain.beta.orch.io/zone": "b" },
      },
      'spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead',
      'spec.nodeSelector[failure-domain.beta.orch.io/zone]: deprecated since v1.17; use "topology.orch.io/zone" instead',
    ],
    [
      "nodes by labels of old",
      {
        containers: [],
        affinity: {
          nodeAffinity: {
            [REQUIRED]: { nodeSelectorTerms: [TERM] },
            [PREFERRED]: [{ weight: 1, preference: TERM }],
          },
        },
      },
      `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: ${OLD_OS}`,
      `spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].key: ${OLD_OS}`,
    ],
    [
      "no pods",
      {
        containers: [],
        topologySpreadConstraints: [{
          maxSkew: 1,
          topologyKey: "a",
          whenUnsatisfiable: "DoNotSchedule",
        }],
        affinity: {
          podAffinity: { [REQUIRED]: [{ topologyKey: "a" }] },
          podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: "a" } }] },
        },
      },
      `spec.affinity.podAffinity.${REQUIRED}[0].labelSelector: ${NOTHING}`,
      `spec.affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.labelSelector: ${NOTHING}`,
      `spec.topologySpreadConstraints[0].labelSelector: ${NOTHING}`,
    ],
    [
      "parts of bytes",
      {
        containers: [{
          ...MAIN,
          resources: { limits: { memory: "1500m" }, requests: { memory: "2000m", cpu: "1500m" } },
        }],
      },
      'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
    ],
    [
      "ports that are the same",
      {
        containers: [
          { ...MAIN, ports: [{ containerPort: 80, name: "http" }, { containerPort: 80 }] },
          { ...MAIN, ports: [{ containerPort: 80, name: "http" }] },
        ],
      },
      "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]",
      'spec.containers[1].ports[0]: duplicate port name "http" with spec.containers[0].ports[0], services ' +
      "and probes that select ports by name will use spec.containers[0].ports[0]",
    ],
    [
      "a variable that hides another",
      {
        containers: [{
          ...MAIN,
          env: [{ name: "A" }, { name: "A", value: "$(A):b" }, { name: "A" }],
        }],
      },
      'spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
    ],
    [
      "secrets without a name, and twice",
      { containers: [], imagePullSecrets: [{}, { name: "a" }, { name: "a" }] },
      'spec.imagePullSecrets[0].name: invalid empty name ""',
      'spec.imagePullSecrets[2].name: duplicate name "a"',
    ],
    [
      "volumes that are gone, and no time",
      { containers: [], volumes: [{ name: "a", rbd: {} }], terminationGracePeriodSeconds: -1 },
      "spec.volumes[0].rbd: deprecated in v1.28, non-functional in v1.31+",
      "spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
    ],
  ];

for (const [name, spec, ...warnings] of CASES) {
  Deno.test(`podSpecWarnings() tells of ${name}`, () => {
    assertEquals(podSpecWarnings(spec as never, FieldPath.of("spec")), warnings);
  });
}

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
    const bad = template({ imagePullSecrets: [{}] });
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
