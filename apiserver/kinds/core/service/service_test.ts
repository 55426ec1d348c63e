import { testKind } from "../../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL } from "../../../../testing/name_texts.ts";

/** A port by itself, for lists of them, which a patch replaces whole. */
const port = (more: Record<string, unknown> = {}) => ({ port: 80, ...more });

const PROTOCOLS = 'supported values: "SCTP", "TCP", "UDP"';
const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'";
const BALANCER = { spec: { type: "LoadBalancer" } };

testKind({
  group: "",
  resource: "services",
  valid: { spec: { selector: { a: "b" }, ports: [port()] } },
  good: [
    ["two ports", { spec: { ports: [port({ name: "a" }), port({ name: "b", port: 81 })] } }],
    ["one number of two protocols", {
      spec: { ports: [port({ name: "a" }), port({ name: "b", protocol: "UDP" })] },
    }],
    ["headless without ports", { spec: { clusterIP: "None", ports: null } }],
    ["headless of no pods", { spec: { clusterIP: "None", selector: null } }],
    ["another name", { spec: { type: "ExternalName", externalName: "a.b.", ports: null } }],
    ["a named target", { spec: { ports: [port({ targetPort: "http" })] } }],
    ["on nodes", { spec: { type: "NodePort", ports: [port({ nodePort: 30080 })] } }],
    ["a balancer", {
      spec: {
        ...BALANCER.spec,
        externalTrafficPolicy: "Local",
        loadBalancerSourceRanges: [" 10.0.0.0/8 "],
        loadBalancerClass: "example.com/x",
      },
    }],
    ["outside addresses", { spec: { externalIPs: ["192.0.2.1", "2001:db8::1"] } }],
    ["two families", {
      spec: {
        ipFamilyPolicy: "RequireDualStack",
        clusterIP: "10.0.0.9",
        clusterIPs: ["10.0.0.9", "fd00::9"],
        ipFamilies: ["IPv4", "IPv6"],
      },
    }],
    ["a name that begins with a digit", { metadata: { name: "1a" } }],
    ["clients stay", {
      spec: { sessionAffinity: "ClientIP", trafficDistribution: "PreferSameNode" },
    }],
  ],
  bad: [
    ["no ports", { spec: { ports: null } }, "spec.ports: Required value"],
    [
      "an empty policy",
      { spec: { ipFamilyPolicy: "" } },
      'spec.ipFamilyPolicy: Unsupported value: "": supported values: "PreferDualStack", ' +
      '"RequireDualStack", "SingleStack"',
    ],
    [
      "a port that is none",
      { spec: { ports: [port({ port: 0, targetPort: 70000 })] } },
      "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
      "spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
    ],
    [
      "ports without names",
      { spec: { ports: [port(), port({ port: 81 })] } },
      "spec.ports[0].name: Required value",
      "spec.ports[1].name: Required value",
    ],
    [
      "a name twice",
      { spec: { ports: [port({ name: "a" }), port({ name: "a", port: 81 })] } },
      'spec.ports[1].name: Duplicate value: "a"',
    ],
    [
      "a port's name",
      { spec: { ports: [port({ name: "A" })] } },
      `spec.ports[0].name: Invalid value: "A": ${LABEL}`,
    ],
    [
      "a protocol",
      { spec: { ports: [port({ protocol: "tcp" })] } },
      `spec.ports[0].protocol: Unsupported value: "tcp": ${PROTOCOLS}`,
    ],
    [
      "a target's name",
      { spec: { ports: [port({ targetPort: "a_b" })] } },
      'spec.ports[0].targetPort: Invalid value: "a_b": must contain only alpha-numeric characters ' +
      "(a-z, 0-9), and hyphens (-)",
    ],
    [
      "an application's protocol",
      { spec: { ports: [port({ appProtocol: "a/b/c" })] } },
      'spec.ports[0].appProtocol: Invalid value: "a/b/c": a valid label key must consist of ' +
      "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' " +
      "(e.g. 'example.com/MyName')",
    ],
    [
      "one port twice",
      { spec: { ports: [port({ name: "a" }), port({ name: "b" })] } },
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,' +
      '"TargetPort":0,"NodePort":0}',
    ],
    [
      "a port on nodes of a service that has none",
      { spec: { ports: [port({ nodePort: 30080 })] } },
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
    [
      "one port on nodes twice",
      {
        spec: {
          type: "NodePort",
          ports: [port({ name: "a", nodePort: 30080 }), {
            name: "b",
            port: 81,
            nodePort: 30080,
          }],
        },
      },
      "spec.ports[1].nodePort: Duplicate value: 30080",
    ],
    [
      "a selector",
      { spec: { selector: { a: "-" } } },
      'spec.selector: Invalid value: "-": a valid label must be an empty string or consist of ' +
      "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
      "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      "an affinity",
      { spec: { sessionAffinity: "Cookie" } },
      'spec.sessionAffinity: Unsupported value: "Cookie": supported values: "ClientIP", "None"',
    ],
    [
      "a time of an affinity",
      {
        spec: {
          sessionAffinity: "ClientIP",
          sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } },
        },
      },
      "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater " +
      "than 0 and less than 86400",
    ],
    [
      "a type",
      { spec: { type: "Cluster" } },
      'spec.type: Unsupported value: "Cluster": supported values: "ClusterIP", "ExternalName", ' +
      '"LoadBalancer", "NodePort"',
    ],
    [
      "an address",
      { spec: { clusterIP: "10.0.0" } },
      'spec.clusterIPs[0]: Invalid value: "10.0.0": must be a valid IP address, (e.g. 10.9.8.7 or ' +
      "2001:db8::ffff)",
    ],
    [
      "another first address",
      { spec: { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.8"] } },
      'spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`',
    ],
    [
      "addresses without the first",
      { spec: { clusterIPs: ["10.0.0.8"] } },
      'spec.clusterIPs: Invalid value: ["10.0.0.8"]: must be empty when `clusterIP` is not ' +
      "specified",
    ],
    [
      "no address and one",
      { spec: { clusterIP: "None", clusterIPs: ["None", "10.0.0.8"] } },
      'spec.clusterIPs: Invalid value: ["None","10.0.0.8"]: \'None\' must be the first and only ' +
      "value",
    ],
    [
      "two addresses of one family",
      {
        spec: {
          ipFamilyPolicy: "RequireDualStack",
          clusterIP: "10.0.0.8",
          clusterIPs: ["10.0.0.8", "10.0.0.9"],
        },
      },
      'spec.clusterIPs: Invalid value: ["10.0.0.8","10.0.0.9"]: may specify no more than one IP ' +
      "for each IP family",
    ],
    [
      "an address of another family",
      { spec: { clusterIP: "10.0.0.8", ipFamilies: ["IPv6"] } },
      'spec.clusterIPs[0]: Invalid value: "10.0.0.8": expected an IPv6 value as indicated by ' +
      "`ipFamilies[0]`",
    ],
    [
      "families",
      { spec: { ipFamilies: ["IPv4", "IPv4", "IPX"], ipFamilyPolicy: "Any" } },
      'spec.ipFamilies[1]: Duplicate value: "IPv4"',
      'spec.ipFamilies[2]: Unsupported value: "IPX": supported values: "IPv4", "IPv6"',
      'spec.ipFamilyPolicy: Unsupported value: "Any": supported values: "PreferDualStack", ' +
      '"RequireDualStack", "SingleStack"',
    ],
    [
      "two families and a policy for one",
      { spec: { ipFamilies: ["IPv4", "IPv6"] } },
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or " +
      "'PreferDualStack' when multiple IP families are specified",
    ],
    [
      "a balancer without an address",
      { spec: { type: "LoadBalancer", clusterIP: "None" } },
      "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer " +
      "services",
    ],
    [
      "another name with an address",
      { spec: { type: "ExternalName", clusterIP: "10.0.0.8", externalName: "" } },
      "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
      "spec.externalName: Required value",
    ],
    [
      "addresses that are no places",
      { spec: { externalIPs: ["127.0.0.1", "0.0.0.0", "x"] } },
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range ' +
      "(127.0.0.0/8, ::1/128)",
      'spec.externalIPs[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'spec.externalIPs[2]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or ' +
      "2001:db8::ffff)",
    ],
    [
      "what only balancers have",
      {
        spec: {
          loadBalancerSourceRanges: ["10.0.0.0/8", "x"],
          allocateLoadBalancerNodePorts: true,
          loadBalancerClass: "a",
        },
      },
      `spec.LoadBalancerSourceRanges: Forbidden: ${ONLY_BALANCERS}`,
      'spec.LoadBalancerSourceRanges[1]: Invalid value: "x": must be a valid CIDR value, (e.g. ' +
      "10.9.8.0/24 or 2001:db8::/64)",
      `spec.allocateLoadBalancerNodePorts: Forbidden: ${ONLY_BALANCERS}`,
      `spec.loadBalancerClass: Forbidden: ${ONLY_BALANCERS}`,
    ],
    [
      "ranges in an annotation",
      {
        metadata: {
          annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "10.0.0.0/8,1" },
        },
        spec: { type: "LoadBalancer" },
      },
      "metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid " +
      'value: "1": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      "policies of traffic",
      {
        spec: {
          externalTrafficPolicy: "Cluster",
          internalTrafficPolicy: "Near",
          trafficDistribution: "Far",
          healthCheckNodePort: 30081,
        },
      },
      'spec.externalTrafficPolicy: Invalid value: "Cluster": may only be set for ' +
      "externally-accessible services",
      "spec.healthCheckNodePort: Invalid value: 30081: may only be set when `type` is " +
      "'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      'spec.internalTrafficPolicy: Unsupported value: "Near": supported values: "Cluster", "Local"',
      'spec.trafficDistribution: Unsupported value: "Far": supported values: "PreferClose", ' +
      '"PreferSameZone", "PreferSameNode"',
    ],
    [
      "topology that contradicts itself",
      {
        metadata: {
          annotations: {
            "service.kubernetes.io/topology-aware-hints": "Auto",
            "service.kubernetes.io/topology-mode": "Off",
          },
        },
      },
      'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "Off": must match ' +
      "annotations[service.kubernetes.io/topology-aware-hints] when both are specified",
    ],
  ],
  defaults: [
    ["the least", {}, {
      spec: {
        type: "ClusterIP",
        sessionAffinity: "None",
        sessionAffinityConfig: null,
        ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
        internalTrafficPolicy: "Cluster",
        externalTrafficPolicy: null,
        ipFamilyPolicy: "SingleStack",
        allocateLoadBalancerNodePorts: null,
      },
    }],
    ["clients stay", { spec: { sessionAffinity: "ClientIP" } }, {
      spec: { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } },
    }],
    ["nobody stays", {
      spec: { sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } },
    }, { spec: { sessionAffinityConfig: null } }],
    ["on nodes", { spec: { type: "NodePort" } }, { spec: { externalTrafficPolicy: "Cluster" } }],
    ["outside addresses", { spec: { externalIPs: ["192.0.2.1"] } }, {
      spec: { externalTrafficPolicy: "Cluster" },
    }],
    ["a balancer", BALANCER, {
      spec: { allocateLoadBalancerNodePorts: true, externalTrafficPolicy: "Cluster" },
    }],
    ["another name", {
      spec: { type: "ExternalName", externalName: "a", ports: null },
    }, { spec: { internalTrafficPolicy: null, ipFamilyPolicy: null } }],
    ["another name has no traffic inside, whoever says how it goes", {
      spec: {
        type: "ExternalName",
        externalName: "a",
        ports: null,
        internalTrafficPolicy: "Cluster",
      },
    }, { spec: { internalTrafficPolicy: null } }],
    ["an address", { spec: { clusterIP: "10.0.0.9" } }, { spec: { clusterIPs: ["10.0.0.9"] } }],
    ["headless of no pods", { spec: { clusterIP: "None", selector: null } }, {
      spec: { clusterIPs: ["None"], ipFamilyPolicy: "RequireDualStack" },
    }],
  ],
  rows: [
    ["the least", { spec: { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"] } }, {
      Name: "x",
      Type: "ClusterIP",
      "Cluster-IP": "10.0.0.9",
      "External-IP": "<none>",
      "Port(s)": "80/TCP",
      Selector: "a=b",
    }],
    ["on nodes", {
      spec: { type: "NodePort", externalIPs: ["192.0.2.1"], ports: [port({ nodePort: 30080 })] },
    }, { "External-IP": "192.0.2.1", "Port(s)": "80:30080/TCP", "Cluster-IP": "<none>" }],
    ["a balancer to come", BALANCER, { "External-IP": "<pending>" }],
    ["a balancer", {
      spec: BALANCER.spec,
      status: { loadBalancer: { ingress: [{ ip: "192.0.2.9" }, { hostname: "a.b" }] } },
    }, { "External-IP": "192.0.2.9,a.b" }],
    ["another name", {
      spec: { type: "ExternalName", externalName: "a.b", ports: null, selector: null },
    }, { "External-IP": "a.b", "Cluster-IP": "<none>", "Port(s)": "<none>", Selector: "<none>" }],
  ],
});
