import { testKind } from "../../../../testing/kind_tables.ts";

/** A port by itself, for lists of them, which a patch replaces whole. */
const port = (more: Record<string, unknown> = {}) => ({ port: 80, ...more });

const BALANCER = { spec: { type: "LoadBalancer" } };
const RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";

testKind({
  group: "",
  resource: "services",
  valid: { spec: { selector: { a: "b" }, ports: [port()] } },
  updates: [
    {
      name: "what only balancers have, said of a change and of the whole",
      to: { spec: { loadBalancerClass: "a", allocateLoadBalancerNodePorts: true } },
      causes: [
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is " +
        "'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      ],
    },
    {
      name: "whom a balancer lets in, as nobody looked at it before",
      from: {
        metadata: { annotations: { [RANGES]: "x" } },
        spec: { type: "LoadBalancer", loadBalancerSourceRanges: ["10.0.0.0/8"] },
      },
      to: { spec: { loadBalancerSourceRanges: null } },
    },
    {
      name: "what is left out stays",
      from: allocated(),
      to: {
        spec: {
          clusterIP: null,
          clusterIPs: null,
          ipFamilyPolicy: null,
          healthCheckNodePort: null,
          ports: [port({ name: "b", port: 81 }), port({ name: "a", port: 90 })],
        },
      },
      becomes: {
        spec: {
          clusterIP: "10.0.0.9",
          clusterIPs: ["10.0.0.9"],
          ipFamilyPolicy: "SingleStack",
          healthCheckNodePort: 30099,
          ports: [
            { name: "b", port: 81, protocol: "TCP", targetPort: 81, nodePort: 30081 },
            { name: "a", port: 90, protocol: "TCP", targetPort: 90, nodePort: 30080 },
          ],
        },
      },
    },
    {
      name: "a number that another port asks for is not kept",
      from: allocated(),
      to: {
        spec: { ports: [port({ name: "a", nodePort: 30081 }), port({ name: "b", port: 81 })] },
      },
      becomes: {
        spec: {
          ports: [
            { name: "a", port: 80, protocol: "TCP", targetPort: 80, nodePort: 30081 },
            { name: "b", port: 81, protocol: "TCP", targetPort: 81 },
          ],
        },
      },
    },
    {
      name: "a number that goes is not kept where the balancer is not to have them any longer",
      from: allocated(),
      to: {
        spec: {
          allocateLoadBalancerNodePorts: false,
          ports: [port({ name: "a" }), port({ name: "b", port: 81, nodePort: 30081 })],
        },
      },
      becomes: {
        spec: {
          ports: [
            { name: "a", port: 80, protocol: "TCP", targetPort: 80 },
            { name: "b", port: 81, protocol: "TCP", targetPort: 81, nodePort: 30081 },
          ],
        },
      },
    },
    {
      name: "a number that goes is not kept where the balancer had them by accident",
      from: allocated({ allocateLoadBalancerNodePorts: false }),
      to: {
        spec: { ports: [port({ name: "a" }), port({ name: "b", port: 81, nodePort: 30081 })] },
      },
      becomes: {
        spec: {
          ports: [
            { name: "a", port: 80, protocol: "TCP", targetPort: 80 },
            { name: "b", port: 81, protocol: "TCP", targetPort: 81, nodePort: 30081 },
          ],
        },
      },
    },
    {
      name: "an address may not change",
      from: { spec: { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"] } },
      to: { spec: { clusterIP: "10.0.0.8" } },
      causes: ['spec.clusterIPs[0]: Invalid value: ["10.0.0.8"]: may not change once set'],
    },
    {
      name: "nor go",
      from: { spec: { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"] } },
      to: { spec: { clusterIP: "None", clusterIPs: ["None"] } },
      causes: ['spec.clusterIPs[0]: Invalid value: ["None"]: may not change once set'],
    },
    {
      name: "the first family may not change",
      from: { spec: { ipFamilies: ["IPv4"] } },
      to: { spec: { ipFamilies: ["IPv6"] } },
      causes: ['spec.ipFamilies[0]: Invalid value: ["IPv6"]: may not change once set'],
    },
    {
      name: "that of a headless one may",
      from: { spec: { clusterIP: "None", clusterIPs: ["None"], ipFamilies: ["IPv4"] } },
      to: { spec: { ipFamilies: ["IPv6"] } },
    },
    {
      name: "one family is enough",
      from: twoFamilies(),
      to: { spec: { ipFamilyPolicy: "SingleStack" } },
      becomes: { spec: { clusterIPs: ["10.0.0.9"], ipFamilies: ["IPv4"] } },
    },
    {
      name: "one family less by accident",
      from: twoFamilies(),
      to: { spec: { clusterIPs: ["10.0.0.9"], ipFamilies: ["IPv4"] } },
      causes: [
        "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be set to 'SingleStack' " +
        "when releasing the secondary clusterIP",
        "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be set to 'SingleStack' " +
        "when releasing the secondary ipFamily",
      ],
    },
    {
      name: "a second family may come",
      from: { spec: { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"], ipFamilies: ["IPv4"] } },
      to: { spec: { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "PreferDualStack" } },
    },
    {
      name: "no balancer any longer",
      from: allocated({ loadBalancerClass: "example.com/x" }),
      to: { spec: { type: "ClusterIP" } },
      becomes: {
        spec: {
          clusterIP: "10.0.0.9",
          healthCheckNodePort: null,
          allocateLoadBalancerNodePorts: null,
          loadBalancerClass: null,
          externalTrafficPolicy: null,
          ports: [
            { name: "a", port: 80, protocol: "TCP", targetPort: 80 },
            { name: "b", port: 81, protocol: "TCP", targetPort: 81 },
          ],
        },
      },
    },
    {
      name: "no balancer any longer, and none of its addresses",
      from: { ...BALANCER, status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } },
      to: { spec: { type: "ClusterIP", externalTrafficPolicy: null } },
      becomes: { status: { loadBalancer: { ingress: null } } },
    },
    {
      name: "no balancer, and yet a new port on nodes",
      from: allocated(),
      to: { spec: { type: "ClusterIP", ports: [port({ nodePort: 31000 })] } },
      causes: ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    },
    {
      name: "another name from now on",
      from: {
        spec: { clusterIP: "10.0.0.9", ipFamilies: ["IPv4"], internalTrafficPolicy: "Cluster" },
      },
      to: { spec: { type: "ExternalName", externalName: "a" } },
      becomes: {
        spec: {
          clusterIP: null,
          clusterIPs: null,
          ipFamilies: null,
          ipFamilyPolicy: null,
          internalTrafficPolicy: null,
        },
      },
    },
    {
      name: "another name, and yet an address",
      from: { spec: { clusterIP: "10.0.0.9" } },
      to: { spec: { type: "ExternalName", externalName: "a", clusterIP: "10.0.0.8" } },
      causes: ["spec.clusterIPs: Forbidden: may not be set for ExternalName services"],
    },
    {
      name: "the class of a balancer may not change",
      from: BALANCER,
      to: { spec: { loadBalancerClass: "example.com/x" } },
      causes: [
        'spec.loadBalancerClass: Invalid value: "example.com/x": may not change once set',
      ],
    },
    {
      name: "the port for health may not change",
      from: allocated(),
      to: { spec: { healthCheckNodePort: 30100 } },
      causes: ["spec.healthCheckNodePort: Forbidden: field is immutable"],
    },
    {
      name: "the status is the balancer's",
      from: BALANCER,
      to: { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } },
      becomes: { status: { loadBalancer: { ingress: null } } },
    },
    {
      name: "what a balancer says",
      through: "status",
      from: BALANCER,
      to: {
        spec: { externalName: "a" },
        status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, { hostname: "a.b" }] } },
      },
      becomes: {
        spec: { type: "LoadBalancer", externalName: null },
        status: {
          loadBalancer: { ingress: [{ ip: "192.0.2.1", ipMode: "VIP" }, { hostname: "a.b" }] },
        },
      },
    },
    {
      name: "a balancer where there is none",
      through: "status",
      to: { status: { loadBalancer: { ingress: [{ hostname: "a.b" }] } } },
      causes: [
        "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is " +
        "'LoadBalancer'",
      ],
    },
    {
      name: "places of a balancer that are none",
      through: "status",
      from: BALANCER,
      to: {
        status: {
          loadBalancer: {
            ingress: [{ ip: "x", ipMode: "Direct" }, { hostname: "192.0.2.1", ipMode: "VIP" }],
          },
        },
      },
      causes: [
        'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. ' +
        "10.9.8.7 or 2001:db8::ffff)",
        'status.loadBalancer.ingress[0].ipMode: Unsupported value: "Direct": supported values: ' +
        '"Proxy", "VIP"',
        "status.loadBalancer.ingress[1].ipMode: Forbidden: may not be specified when `ip` is not " +
        "set",
        'status.loadBalancer.ingress[1].hostname: Invalid value: "192.0.2.1": must be a DNS name, ' +
        "not an IP address",
      ],
    },
  ],
});

/** A balancer's service with all that was chosen for it. */
function allocated(more: Record<string, unknown> = {}) {
  return {
    spec: {
      type: "LoadBalancer",
      externalTrafficPolicy: "Local",
      clusterIP: "10.0.0.9",
      clusterIPs: ["10.0.0.9"],
      ipFamilyPolicy: "SingleStack",
      healthCheckNodePort: 30099,
      ports: [port({ name: "a", nodePort: 30080 }), port({ name: "b", port: 81, nodePort: 30081 })],
      ...more,
    },
  };
}

function twoFamilies() {
  return {
    spec: {
      ipFamilyPolicy: "RequireDualStack",
      clusterIP: "10.0.0.9",
      clusterIPs: ["10.0.0.9", "fd00::9"],
      ipFamilies: ["IPv4", "IPv6"],
    },
  };
}
