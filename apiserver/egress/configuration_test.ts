import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { readEgressSelections } from "./configuration.ts";

const fileOf = (egressSelections: unknown, more: object = {}) =>
  JSON.stringify({
    kind: "EgressSelectorConfiguration",
    apiVersion: "apiserver.k8s.io/v1beta1",
    egressSelections,
    ...more,
  });

const cluster = (connection: object) => fileOf([{ name: "cluster", connection }]);
const tcp = (tcp: object) => cluster({ proxyProtocol: "HTTPConnect", transport: { tcp } });
const TLS = { clientCert: "/c.crt", clientKey: "/c.key" };

const REFUSED: readonly [name: string, text: string, why: RegExp][] = [
  ["no object", "", /the file must hold one object/],
  ["another kind", fileOf([], { kind: "EncryptionConfiguration" }), /the file must hold kind/],
  ["another version", fileOf([], { apiVersion: "apiserver.k8s.io/v1" }), /v1beta1 or .*v1alpha1/],
  ["a field that nobody knows", fileOf([], { more: 1 }), /strict decoding error: .*more/],
  [
    "another network",
    fileOf([{ name: "nodes", connection: { proxyProtocol: "Direct" } }]),
    /service\.connection: Unsupported value: "nodes": supported values: "cluster", "controlplane", "etcd"/,
  ],
  [
    "the old name of the control plane",
    fileOf([{ name: "master", connection: { proxyProtocol: "Direct" } }]),
    /Unsupported value: "master"/,
  ],
  [
    "a network twice",
    fileOf(["cluster", "Cluster"].map((name) => ({
      name,
      connection: { proxyProtocol: "Direct" },
    }))),
    /service\.connection\[1\]: Duplicate value: "cluster"/,
  ],
  [
    "another protocol",
    cluster({ proxyProtocol: "SOCKS" }),
    /protocol: Unsupported value: "SOCKS": supported values: "Direct", "HTTPConnect", "GRPC"/,
  ],
  [
    "gRPC",
    cluster({ proxyProtocol: "GRPC", transport: { uds: { udsName: "/s" } } }),
    /tunnels over gRPC are not built/,
  ],
  [
    "a direct way with a transport",
    cluster({ proxyProtocol: "Direct", transport: {} }),
    /transport: Invalid value: "direct": config must be absent for direct connect/,
  ],
  [
    "no transport",
    cluster({ proxyProtocol: "HTTPConnect" }),
    /transport must be set for HTTPConnect/,
  ],
  [
    "an empty transport",
    cluster({ proxyProtocol: "HTTPConnect", transport: {} }),
    /One of TCP or UDS must be set/,
  ],
  [
    "two transports",
    cluster({
      proxyProtocol: "HTTPConnect",
      transport: { tcp: { url: "http://a" }, uds: { udsName: "/s" } },
    }),
    /TCP and UDS cannot both be set/,
  ],
  [
    "a socket without a name",
    cluster({ proxyProtocol: "HTTPConnect", transport: { uds: {} } }),
    /udsName: Invalid value: "nil": must be present for UDS connections/,
  ],
  ["no URL", tcp({}), /url: Invalid value: "": supported connection protocols are http:\/\/ and/],
  ["another scheme", tcp({ url: "socks5://a:1" }), /supported connection protocols/],
  ["a URL that is none", tcp({ url: "http://a:b" }), /it is no URL/],
  ["a URL with a password", tcp({ url: "http://u:p@a" }), /a host and a port, and nothing else/],
  ["a URL with a path", tcp({ url: "http://a/b" }), /a host and a port, and nothing else/],
  [
    "certificates without TLS",
    tcp({ url: "http://a", tlsConfig: TLS }),
    /config must not be present when using HTTP/,
  ],
  ["TLS without certificates", tcp({ url: "https://a" }), /TLSConfig must be present when using/],
  [
    "no client certificate",
    tcp({ url: "https://a", tlsConfig: {} }),
    /clientCert: Invalid value: "nil": Using TLS requires clientCert.*clientKey/s,
  ],
];

for (const [name, text, why] of REFUSED) {
  Deno.test(`readEgressSelections() refuses ${name}`, () => {
    assertThrows(() => readEgressSelections(text, "kubernetes"), why);
  });
}

Deno.test("readEgressSelections() reads every way, in each version and dialect's names", () => {
  const egressSelections = [
    { name: "etcd", connection: { proxyProtocol: "Direct" } },
    {
      name: "ControlPlane",
      connection: {
        proxyProtocol: "HTTPConnect",
        transport: { tcp: { url: "https://[::1]:8131", tlsConfig: { ...TLS, caBundle: "/ca" } } },
      },
    },
    {
      name: "cluster",
      connection: {
        proxyProtocol: "HTTPConnect",
        transport: { uds: { udsName: "/run/proxy.sock" } },
      },
    },
  ];
  for (
    const apiVersion of [
      ...["apiserver.k8s.io/v1beta1", "apiserver.k8s.io/v1alpha1"],
      "apiserver.orch.io/v1beta1",
    ]
  ) {
    const read = readEgressSelections(fileOf(egressSelections, { apiVersion }), "kubernetes");
    assertEquals(Object.fromEntries(read), {
      etcd: "direct",
      controlplane: {
        host: "::1",
        port: 8131,
        tls: { authorities: "/ca", certificate: "/c.crt", key: "/c.key", serverName: "::1" },
      },
      cluster: { socketPath: "/run/proxy.sock" },
    });
  }
  const plain = readEgressSelections(tcp({ url: "http://proxy" }), "orch");
  assertEquals(plain.get("cluster"), { host: "proxy", port: 80 });
});
