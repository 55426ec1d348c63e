import { rulesOf } from "../declarations.ts";
import { testKind } from "../../../testing/kind_tables.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";

const ADDRESS = "endpoints[0].addresses[0]";

const at = (...addresses: string[]) => ({ endpoints: [{ addresses }] });
const endpoint = (change: Record<string, unknown>) => ({
  endpoints: [{ addresses: ["10.0.0.1"], ...change }],
});
const port = (...ports: unknown[]) => ({ ports });
const zones = (...names: string[]) =>
  endpoint({ hints: { forZones: names.map((name) => ({ name })) } });
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

testKind({
  group: "discovery.k8s.io",
  resource: "endpointslices",
  valid: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }], ports: [{ port: 80 }] },
  good: [
    ["nothing", { endpoints: null, ports: null }],
    ["IPv6", { addressType: "IPv6", ...at("2001:db8::1", "fd00::1") }],
    ["names", { addressType: "FQDN", ...at("a.example.com") }],
    ["hints", zones("a", "b")],
    ["ports with names", port({ name: "a", port: 1, appProtocol: "example.com/a" }, { name: "b" })],
  ],
  bad: [
    ["no type", { addressType: "" }, "addressType: Required value"],
    [
      "an empty protocol",
      port({ port: 80, protocol: "" }),
      'ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      "another type",
      { addressType: "IP" },
      'addressType: Unsupported value: "IP": supported values: "FQDN", "IPv4", "IPv6"',
    ],
    [
      "no addresses",
      at(),
      "endpoints[0].addresses: Required value: must contain at least 1 address",
    ],
    [
      "many addresses",
      at(...many(101).map((_, index) => `10.0.1.${index}`)),
      "endpoints[0].addresses: Too many: 101: must have at most 100 items",
    ],
    [
      "many endpoints",
      { endpoints: many(1001).map(() => ({ addresses: ["10.0.0.1"] })) },
      "endpoints: Too many: 1001: must have at most 1000 items",
    ],
    [
      "no address",
      at("a"),
      `${ADDRESS}: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
    ],
    [
      "the other family",
      at("fd00::1"),
      'endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address',
    ],
    [
      "the own node",
      at("127.0.0.1"),
      `${ADDRESS}: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)`,
    ],
    [
      "no place",
      at("0.0.0.0"),
      `${ADDRESS}: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`,
    ],
    [
      "a name of one label",
      { addressType: "FQDN", ...at("web") },
      `${ADDRESS}: Invalid value: "web": should be a domain with at least two segments separated by dots`,
    ],
    [
      "a node with a bad name",
      endpoint({ nodeName: "-" }),
      'endpoints[0].nodeName: Invalid value: "-": a lowercase RFC 1123 subdomain must consist of ' +
      "lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "a host with dots",
      endpoint({ hostname: "a.b" }),
      'endpoints[0].hostname: Invalid value: "a.b": must not contain dots',
    ],
    ["a zone twice", zones("a", "a"), 'endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
    [
      "many zones",
      zones(...many(9)),
      "endpoints[0].hints.forZones: Too many: 9: must have at most 8 items",
    ],
    [
      "many zones, and nodes that nobody looks at then",
      endpoint({
        hints: {
          forZones: many(9).map((name) => ({ name })),
          forNodes: many(9).map((name) => ({ name })),
        },
      }),
      "endpoints[0].hints.forZones: Too many: 9: must have at most 8 items",
    ],
    [
      "many nodes",
      endpoint({ hints: { forNodes: many(9).map((name) => ({ name })) } }),
      "endpoints[0].hints.forNodes: Too many: 9: must have at most 8 items",
    ],
    ["a name twice", port({ port: 1 }, { port: 2 }), 'ports[1].name: Duplicate value: ""'],
    [
      "another protocol",
      port({ port: 1, protocol: "ICMP" }),
      'ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      "a port with dots",
      port({ name: "a.b" }),
      'ports[0].name: Invalid value: "a.b": must not contain dots',
    ],
    [
      "another protocol above",
      port({ appProtocol: "/a" }),
      'ports[0].appProtocol: Invalid value: "/a": prefix part must be non-empty',
    ],
  ],
  warned: [
    [
      "addresses in another form",
      { addressType: "IPv6", endpoints: [{ addresses: ["fd00::1", "FD00::2"] }] },
      'endpoints[0].addresses[1]: IPv6 address "FD00::2" should be in RFC 5952 canonical format ' +
      '("fd00::2")',
    ],
    [
      "names",
      { addressType: "FQDN", endpoints: [{ addresses: ["a.example.com"] }] },
      "spec.addressType: FQDN endpoints are deprecated",
    ],
    ...[
      "endpointslice-controller.k8s.io",
      "endpointslicemirroring-controller.k8s.io",
    ].map((manager) =>
      [
        `nothing that ${manager} wrote`,
        {
          metadata: { labels: { "endpointslice.kubernetes.io/managed-by": manager } },
          addressType: "IPv6",
          endpoints: [{ addresses: ["FD00::2"] }],
        },
      ] as const
    ),
  ],
  defaults: [
    ["ports", port({ port: 80 }), port({ port: 80, name: "", protocol: "TCP" })],
    [
      "nothing of an older version",
      endpoint({ deprecatedTopology: { a: "b" } }),
      endpoint({ conditions: {} }),
    ],
  ],
  updates: [
    {
      name: "its type",
      to: { addressType: "IPv6", ...at("fd00::1") },
      causes: ['addressType: Invalid value: "IPv6": field is immutable'],
    },
    {
      name: "its labels",
      from: { metadata: { generation: 3 } },
      to: { metadata: { labels: { a: "b" } } },
      becomes: { metadata: { generation: 4 } },
    },
    {
      name: "where it is, told in the old way",
      from: { metadata: { generation: 3 } },
      to: { endpoints: [{ addresses: ["10.0.0.1"], deprecatedTopology: { a: "b" } }] },
      becomes: {
        metadata: { generation: 4 },
        endpoints: [{ addresses: ["10.0.0.1"], conditions: {} }],
      },
    },
    { name: "keeping an address of older rules", from: at("010.0.0.1"), to: port({ port: 81 }) },
  ],
  rows: [
    ["one", {}, { AddressType: "IPv4", Ports: "80", Endpoints: "10.0.0.1" }],
    ["nothing", { endpoints: null, ports: null }, { Ports: "<unset>", Endpoints: "<unset>" }],
    [
      "more",
      {
        ports: [1, 2, 3, 4].map((port) => ({ port, name: `p${port}` })),
        ...at("a", "b", "c", "d", "e"),
      },
      { Ports: "1,2,3 + 1 more...", Endpoints: "a,b,c + 2 more..." },
    ],
  ],
});

Deno.test("endpointslices of names are warned of", () => {
  const { warnings } = rulesOf("discovery/v1", "endpointslices", NAMES.orch);
  assertEquals(warnings?.({ addressType: "FQDN" }, undefined), [
    "spec.addressType: FQDN endpoints are deprecated",
  ]);
  assertEquals(warnings?.({ addressType: "IPv4" }, undefined), []);
});
