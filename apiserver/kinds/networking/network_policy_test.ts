import { testKind } from "../../../testing/kind_tables.ts";

const PEER = "spec.ingress[0].from[0]";
const PORT = "spec.egress[0].ports[0]";

const peer = (from: unknown) => ({ spec: { ingress: [{ from: [from] }] } });
const block = (cidr: string, ...except: string[]) => peer({ ipBlock: { cidr, except } });
const port = (one: unknown) => ({ spec: { egress: [{ ports: [one] }] } });
const SUBSET = "must be a strict subset of `cidr`";
const SELECTOR = { matchLabels: { a: "b" } };

const BAD_VALUE = { key: "a", operator: "In", values: ["a b"] };

testKind({
  group: "networking.k8s.io",
  resource: "networkpolicies",
  valid: { spec: { podSelector: {} } },
  good: [
    ["any port", { spec: { ingress: [{ ports: [{}] }] } }],
    ["ports in a row", port({ protocol: "SCTP", port: 80, endPort: 80 })],
    ["pods of namespaces", peer({ podSelector: {}, namespaceSelector: SELECTOR })],
    ["a range without a part", block("10.0.0.0/8", "10.1.0.0/16", "10.2.0.0/16")],
    ["another family", block("2001:db8::/64", "2001:db8::/80")],
  ],
  bad: [
    [
      "a bad selector",
      { spec: { podSelector: { matchLabels: { "": "" } } } },
      'spec.podSelector.matchLabels: Invalid value: "": name part must be non-empty',
      "spec.podSelector.matchLabels: Invalid value: \"\": name part must consist of alphanumeric characters, '-', " +
      "'_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or " +
      "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      "another protocol",
      port({ protocol: "ICMP" }),
      `${PORT}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`,
    ],
    [
      "a port too low",
      port({ port: 0 }),
      `${PORT}.port: Invalid value: 0: must be between 1 and 65535, inclusive`,
    ],
    [
      "a bad name",
      port({ port: "80" }),
      `${PORT}.port: Invalid value: "80": must contain at least one letter (a-z)`,
    ],
    [
      "an end before the start",
      port({ port: 80, endPort: 79 }),
      `${PORT}.endPort: Invalid value: 80: must be greater than or equal to \`port\``,
    ],
    [
      "an end too high",
      port({ port: 80, endPort: 65536 }),
      `${PORT}.endPort: Invalid value: 65536: must be between 1 and 65535, inclusive`,
    ],
    [
      "an end of a name",
      port({ port: "http", endPort: 80 }),
      `${PORT}.endPort: Invalid value: 80: may not be specified when \`port\` is non-numeric`,
    ],
    [
      "an end without a start",
      port({ endPort: 80 }),
      `${PORT}.endPort: Invalid value: 80: may not be specified when \`port\` is not specified`,
    ],
    ["nobody", peer({}), `${PEER}: Required value: must specify a peer`],
    [
      "a range and pods",
      peer({ podSelector: {}, ipBlock: { cidr: "10.0.0.0/8" } }),
      `${PEER}: Forbidden: may not specify both ipBlock and another peer`,
    ],
    [
      "bad namespaces",
      peer({ namespaceSelector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
      `${PEER}.namespaceSelector.matchExpressions[0].values: Required value: must be specified when ` +
      "`operator` is 'In' or 'NotIn'",
    ],
    ["no range", block(""), `${PEER}.ipBlock.cidr: Required value`],
    [
      "an address for a range",
      block("10.0.0.1"),
      `${PEER}.ipBlock.cidr: Invalid value: "10.0.0.1": must be a valid CIDR value, ` +
      "(e.g. 10.9.8.0/24 or 2001:db8::/64)",
    ],
    [
      "a range with bits beyond",
      block("10.0.0.1/8"),
      `${PEER}.ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length`,
    ],
    [
      "a part that lies outside",
      block("10.0.0.0/8", "11.0.0.0/16"),
      `${PEER}.ipBlock.except[0]: Invalid value: "11.0.0.0/16": ${SUBSET}`,
    ],
    [
      "a part that is the whole",
      block("10.0.0.0/8", "10.0.0.0/8"),
      `${PEER}.ipBlock.except[0]: Invalid value: "10.0.0.0/8": ${SUBSET}`,
    ],
    [
      "a part of another family",
      block("10.0.0.0/8", "2001:db8::/64"),
      `${PEER}.ipBlock.except[0]: Invalid value: "2001:db8::/64": ${SUBSET}`,
    ],
    [
      "three types",
      { spec: { policyTypes: ["Ingress", "Egress", "Ingress"] } },
      'spec.policyTypes: Invalid value: ["Ingress","Egress","Ingress"]: may not specify more than ' +
      "two policyTypes",
    ],
    [
      "another type",
      { spec: { policyTypes: ["Sideways"] } },
      'spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"',
    ],
  ],
  warned: [[
    "ranges in other forms",
    {
      spec: {
        egress: [{ to: [{ ipBlock: { cidr: "FD00::/16", except: ["FD00::/64", "fd00::1/64"] } }] }],
        ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["010.1.0.0/16"] } }] }],
      },
    },
    'spec.ingress[0].from[0].ipBlock.except[0]: non-standard CIDR value "010.1.0.0/16" is ' +
    'invalid: use "10.1.0.0/16"',
    'spec.egress[0].to[0].ipBlock.cidr: IPv6 CIDR value "FD00::/16" should be in RFC 5952 ' +
    'canonical format ("fd00::/16")',
    'spec.egress[0].to[0].ipBlock.except[0]: IPv6 CIDR value "FD00::/64" should be in RFC 5952 ' +
    'canonical format ("fd00::/64")',
    'spec.egress[0].to[0].ipBlock.except[1]: CIDR value "fd00::1/64" is ambiguous in this ' +
    'context (should be "fd00::/64" or "fd00::1/128"?)',
  ]],
  defaults: [
    ["a type", {}, { spec: { policyTypes: ["Ingress"] } }],
    ["both types", { spec: { egress: [{}] } }, { spec: { policyTypes: ["Ingress", "Egress"] } }],
    ["not a type that is there", { spec: { policyTypes: ["Egress"] } }, {
      spec: { policyTypes: ["Egress"] },
    }],
    ["protocols", port({ port: 80 }), port({ port: 80, protocol: "TCP" })],
  ],
  updates: [
    {
      name: "values that older rules took in selectors stay",
      from: { spec: { podSelector: { matchExpressions: [BAD_VALUE] } } },
      to: { spec: { ingress: [{ from: [{ podSelector: { matchExpressions: [BAD_VALUE] } }] }] } },
    },
    {
      name: "keeping a range that older rules took",
      from: block("10.0.0.1/8"),
      to: block("10.0.0.1/8"),
    },
    {
      name: "to another bad range",
      from: block("10.0.0.1/8"),
      to: block("10.0.0.2/8"),
      causes: [
        `${PEER}.ipBlock.cidr: Invalid value: "10.0.0.2/8": must not have bits set beyond the prefix length`,
      ],
    },
  ],
  rows: [
    ["of all pods", {}, { "Pod-Selector": "<none>" }],
    ["of some", { spec: { podSelector: SELECTOR } }, { "Pod-Selector": "a=b" }],
  ],
});
