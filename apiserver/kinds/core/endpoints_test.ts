import { testKind } from "../../../testing/kind_tables.ts";

const IP = "subsets[0].addresses[0].ip";

const at = (ip: string) => ({ subsets: [{ addresses: [{ ip }] }] });
const address = (change: Record<string, unknown>) => ({
  subsets: [{ addresses: [{ ip: "10.0.0.1", ...change }] }],
});
const ports = (...all: unknown[]) => ({
  subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: all }],
});

testKind({
  group: "",
  resource: "endpoints",
  valid: { subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }] },
  good: [
    ["nothing", { subsets: null }],
    ["nobody ready, no ports", { subsets: [{ notReadyAddresses: [{ ip: "fd00::1" }] }] }],
  ],
  bad: [
    [
      "no addresses",
      { subsets: [{ ports: [{ port: 80 }] }] },
      "subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`",
    ],
    [
      "no address",
      at("a"),
      `${IP}: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
      `${IP}: Invalid value: "a": must be a valid IP address`,
    ],
    ["no place", at("::"), `${IP}: Invalid value: "::": may not be unspecified (::)`],
    [
      "the own node",
      at("::1"),
      `${IP}: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)`,
    ],
    [
      "the own link",
      at("169.254.169.254"),
      `${IP}: Invalid value: "169.254.169.254": may not be in the link-local range (169.254.0.0/16, fe80::/10)`,
    ],
    [
      "all of the link",
      { subsets: [{ notReadyAddresses: [{ ip: "ff02::1" }] }] },
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "ff02::1": may not be in the link-local ' +
      "multicast range (224.0.0.0/24, ff02::/10)",
    ],
    [
      "a host with dots",
      address({ hostname: "a.b" }),
      'subsets[0].addresses[0].hostname: Invalid value: "a.b": must not contain dots',
    ],
    [
      "ports without names",
      ports({ port: 1 }, { port: 2, name: "b" }),
      "subsets[0].ports[0].name: Required value",
    ],
    [
      "a port too high",
      ports({ port: 65536 }),
      "subsets[0].ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive",
    ],
    [
      "another protocol",
      ports({ port: 1, protocol: "ICMP" }),
      'subsets[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      "another protocol above",
      ports({ port: 1, appProtocol: "/a" }),
      'subsets[0].ports[0].appProtocol: Invalid value: "/a": prefix part must be non-empty',
    ],
  ],
  warned: [
    [
      "addresses in old forms",
      {
        subsets: [{
          addresses: [{ ip: "10.0.0.1" }, { ip: "010.0.0.1" }],
          notReadyAddresses: [{ ip: "FD00::1" }],
        }],
      },
      'subsets[0].addresses[1].ip: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"',
      'subsets[0].notReadyAddresses[0].ip: IPv6 address "FD00::1" should be in RFC 5952 ' +
      'canonical format ("fd00::1")',
    ],
    [
      "nothing that a controller wrote",
      {
        metadata: { labels: { "endpoints.kubernetes.io/managed-by": "endpoint-controller" } },
        subsets: [{ addresses: [{ ip: "FD00::1" }] }],
      },
    ],
  ],
  defaults: [["a protocol", {}, ports({ port: 80, protocol: "TCP" })]],
  updates: [{
    name: "to a bad address",
    to: at("0.0.0.0"),
    causes: [`${IP}: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`],
  }, {
    name: "an address that older rules took stays",
    from: at("0.0.0.0"),
    to: { metadata: { labels: { a: "b" } } },
  }],
  rows: [
    ["nothing", { subsets: null }, { Endpoints: "<none>" }],
    ["of both families", {
      subsets: [{ addresses: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }], ports: [{ port: 80 }] }],
    }, { Endpoints: "10.0.0.1:80,[fd00::1]:80" }],
    [
      "more, without ports",
      { subsets: [{ addresses: [1, 2, 3, 4, 5].map((n) => ({ ip: `10.0.0.${n}` })) }] },
      { Endpoints: "10.0.0.1,10.0.0.2,10.0.0.3 + 2 more..." },
    ],
  ],
});
