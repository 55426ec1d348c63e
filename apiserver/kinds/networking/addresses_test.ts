import { testKind } from "../../../testing/kind_tables.ts";

const NO_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const NO_CIDR = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
const IMMUTABLE = "field is immutable";
const parent = (more: Record<string, unknown>) => ({ spec: { parentRef: more } });
const named = (name: string) => ({ metadata: { name } });

testKind({
  group: "networking.k8s.io",
  resource: "ipaddresses",
  valid: {
    metadata: { name: "10.0.0.9" },
    spec: { parentRef: { resource: "services", namespace: "default", name: "a" } },
  },
  good: [
    ["of the other family", named("fd00::9")],
    ["of another group", parent({ group: "gateway.example.com", resource: "gateways" })],
    ["of something without a namespace", parent({ namespace: null })],
  ],
  bad: [
    ["a name that is no address", named("x"), `metadata.name: Invalid value: "x": ${NO_IP}`],
    [
      "a name with zeros before",
      named("10.0.0.09"),
      'metadata.name: Invalid value: "10.0.0.09": must not have leading 0s',
    ],
    [
      "a name in another form",
      named("FD00::9"),
      'metadata.name: Invalid value: "FD00::9": must be in canonical form ("fd00::9")',
    ],
    [
      "a name of both families",
      named("::ffff:10.0.0.9"),
      'metadata.name: Invalid value: "::ffff:10.0.0.9": must not be an IPv4-mapped IPv6 address',
    ],
    ["nobody's", { spec: { parentRef: null } }, "spec.parentRef: Required value"],
    [
      "of nothing",
      parent({ resource: null, name: null }),
      "spec.parentRef.resource: Required value",
      "spec.parentRef.name: Required value",
    ],
    [
      "a name that is a path",
      parent({ name: "a/b", namespace: "..", resource: "." }),
      "spec.parentRef.resource: Invalid value: \".\": may not be '.'",
      "spec.parentRef.name: Invalid value: \"a/b\": may not contain '/'",
      "spec.parentRef.namespace: Invalid value: \"..\": may not be '..'",
    ],
    [
      "a group",
      parent({ group: "-" }),
      'spec.parentRef.group: Invalid value: "-": a lowercase RFC 1123 subdomain must consist of ' +
      "lower case alphanumeric characters, '-' or '.', and must start and end with an " +
      "alphanumeric character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  updates: [
    { name: "labels", to: { metadata: { labels: { a: "b" } } } },
    {
      name: "to nobody",
      to: parent({ resource: "", name: "" }),
      causes: [
        "spec.parentRef.resource: Required value",
        "spec.parentRef.name: Required value",
        'spec.parentRef: Invalid value: {"namespace":"default"}: ' +
        IMMUTABLE,
      ],
    },
    {
      name: "to somebody else",
      to: parent({ name: "b" }),
      causes: [
        'spec.parentRef: Invalid value: {"resource":"services","namespace":"default","name":"b"}: ' +
        IMMUTABLE,
      ],
    },
  ],
  rows: [
    ["a service's", {}, { Name: "10.0.0.9", ParentRef: "services/default/a" }],
    ["another's", parent({ group: "Example.com", namespace: null }), {
      ParentRef: "services.example.com/a",
    }],
  ],
});

const cidrs = (...cidrs: string[]) => ({ spec: { cidrs } });

testKind({
  group: "networking.k8s.io",
  resource: "servicecidrs",
  valid: cidrs("10.0.0.0/24"),
  good: [
    ["two families", cidrs("10.0.0.0/24", "fd00::/112")],
    ["the other one first", cidrs("fd00::/112", "10.0.0.0/24")],
  ],
  bad: [
    ["none", cidrs(), "spec.cidrs: Required value: at least one CIDR required"],
    ["no spec", { spec: null }, "spec.cidrs: Required value: at least one CIDR required"],
    ["no range", cidrs("10.0.0.0"), `spec.cidrs[0]: Invalid value: "10.0.0.0": ${NO_CIDR}`],
    [
      "bits that say nothing",
      cidrs("10.0.0.1/24"),
      'spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length',
    ],
    [
      "another form",
      cidrs("10.0.0.0/24", "FD00::/112"),
      'spec.cidrs[1]: Invalid value: "FD00::/112": must be in canonical form ("fd00::/112")',
    ],
    [
      "one family twice, and bits that say nothing",
      cidrs("10.0.0.1/24", "10.1.0.0/24"),
      'spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length',
      'spec.cidrs: Invalid value: ["10.0.0.1/24","10.1.0.0/24"]: may specify no more ' +
      "than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64",
    ],
    [
      "no range beside one",
      cidrs("10.0.0.0/24", "x"),
      `spec.cidrs[1]: Invalid value: "x": ${NO_CIDR}`,
    ],
    [
      "too many",
      cidrs("10.0.0.0/24", "fd00::/112", "10.1.0.0/24"),
      'spec.cidrs: Invalid value: {"CIDRs":["10.0.0.0/24","fd00::/112","10.1.0.0/24"]}: may only ' +
      "hold up to 2 values",
    ],
    [
      "one family twice",
      cidrs("10.0.0.0/24", "10.1.0.0/24"),
      'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more ' +
      "than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64",
    ],
    [
      "a name",
      { metadata: { name: "A" } },
      'metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower ' +
      "case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  updates: [
    {
      name: "a status leaves labels and finalizers as they are",
      through: "status",
      from: { metadata: { labels: { a: "b" } } },
      to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
      becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
    },

    { name: "a second family", to: cidrs("10.0.0.0/24", "fd00::/112") },
    {
      name: "a second one of the same family",
      to: cidrs("10.0.0.0/24", "10.1.0.0/24"),
      causes: [
        'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more ' +
        "than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64",
      ],
    },
    {
      name: "another one, and no range",
      to: cidrs("10.1.0.0/24", "x"),
      causes: [
        `spec.cidrs[0]: Invalid value: "10.1.0.0/24": ${IMMUTABLE}`,
        `spec.cidrs[1]: Invalid value: "x": ${NO_CIDR}`,
      ],
    },
    {
      name: "another one",
      to: cidrs("10.1.0.0/24"),
      causes: [`spec.cidrs[0]: Invalid value: "10.1.0.0/24": ${IMMUTABLE}`],
    },
    {
      name: "one less",
      from: cidrs("10.0.0.0/24", "fd00::/112"),
      to: cidrs("10.0.0.0/24"),
      causes: [`spec.cidrs: Invalid value: ["10.0.0.0/24"]: ${IMMUTABLE}`],
    },
    {
      name: "the status is the server's",
      to: { status: { conditions: [{ type: "Ready", status: "False" }] } },
      becomes: { status: { conditions: null } },
    },
  ],
  rows: [["two", cidrs("10.0.0.0/24", "fd00::/112"), { CIDRs: "10.0.0.0/24,fd00::/112" }]],
});
