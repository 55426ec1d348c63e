import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { assertEquals } from "../../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { serviceWarnings } from "./warnings.ts";

const ROWS: readonly (readonly [what: string, spec: ServiceSpec, ...warnings: string[]])[] = [
  ["nothing", { type: "ClusterIP", clusterIPs: ["10.0.0.9"] }],
  [
    "an address in another form",
    { type: "ClusterIP", clusterIPs: ["FD00::9"] },
    'spec.clusterIPs[0]: IPv6 address "FD00::9" should be in RFC 5952 canonical format ("fd00::9")',
  ],
  [
    "what a headless one can't have",
    {
      type: "ClusterIP",
      clusterIP: "None",
      clusterIPs: ["None"],
      loadBalancerIP: "192.0.2.1",
      externalIPs: ["192.0.2.1"],
      sessionAffinity: "ClientIP",
    },
    "spec.loadBalancerIP is ignored for headless services",
    "spec.externalIPs is ignored for headless services",
    "spec.SessionAffinity is ignored for headless services",
  ],
  [
    "outside addresses",
    { type: "NodePort", externalIPs: ["192.0.02.1"] },
    'spec.externalIPs[0]: non-standard IP address "192.0.02.1" is invalid: use "192.0.2.1"',
    "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
  ],
  [
    "a balancer's",
    {
      type: "LoadBalancer",
      loadBalancerIP: "::ffff:1.2.3.4",
      loadBalancerSourceRanges: ["010.0.0.0/8", "FD00::/16", "10.0.0.0/8"],
    },
    'spec.loadBalancerIP: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"',
    'spec.loadBalancerSourceRanges[0]: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"',
    'spec.loadBalancerSourceRanges[1]: IPv6 CIDR value "FD00::/16" should be in RFC 5952 canonical ' +
    'format ("fd00::/16")',
  ],
  [
    "another name",
    { type: "ExternalName", externalName: "a", externalIPs: ["192.0.2.1"] },
    'spec.externalIPs is ignored when spec.type is "ExternalName"',
  ],
  [
    "no other name",
    { type: "ClusterIP", externalName: "a" },
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ],
  [
    "an old distribution",
    { type: "ClusterIP", trafficDistribution: "PreferClose" },
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ],
];

for (const [what, spec, ...warnings] of ROWS) {
  Deno.test(`serviceWarnings() of ${what}`, () => {
    const service: Service = { spec: { sessionAffinity: "None", ...spec } };
    assertEquals(serviceWarnings(service, NAMES.kubernetes), warnings);
  });
}

Deno.test("serviceWarnings() names an old annotation in its dialect", () => {
  const annotations = { "service.orch.io/topology-aware-hints": "Auto" };
  assertEquals(serviceWarnings({ metadata: { annotations }, spec: {} }, NAMES.orch), [
    "annotation service.orch.io/topology-aware-hints is deprecated, please use " +
    "service.orch.io/topology-mode instead",
  ]);
});
