import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { serviceResolver } from "./service_resolver.ts";

const LABEL = "kubernetes.io/service-name";
const encoder = new TextEncoder();

/** A storage that holds these objects of one namespace, and is asked for nothing else. */
function storageOf(objects: readonly { readonly metadata: { readonly name: string } }[]) {
  const key = (namespace: string, name: string) => `/${namespace}/${name}`;
  const entries = objects.map((object) => ({
    key: key("default", object.metadata.name),
    json: encoder.encode(JSON.stringify(object)),
    labels: { [LABEL]: "s" },
    derived: new Map(),
  }));
  const cache = {
    entries: () => entries,
    get: (sought: string) => entries.find((entry) => entry.key === sought),
  };
  const namespacePrefix = (namespace: string) => `/${namespace}/`;
  return { cache, key, namespacePrefix } as unknown as ResourceStorage;
}

interface Slice {
  readonly addressType: string;
  readonly addresses: readonly (readonly string[])[];
  readonly ready?: boolean;
}

const slice = ({ addressType, addresses, ready }: Slice, index: number) => ({
  metadata: { name: `s-${index}`, namespace: "default" },
  addressType,
  ports: [{ name: "https", port: 8443 }],
  endpoints: addresses.map((some) => ({ addresses: some, conditions: { ready } })),
});

const V4: Slice = { addressType: "IPv4", addresses: [["192.0.2.1"], ["192.0.2.2"]] };
const V6: Slice = { addressType: "IPv6", addresses: [["2001:db8::1"], ["2001:db8::2"]] };

const CASES: readonly (readonly [
  name: string,
  slices: readonly Slice[],
  families: readonly string[] | undefined,
  hosts: readonly string[],
])[] = [
  ["the first family of a service", [V6, V4], ["IPv4", "IPv6"], ["192.0.2.1", "192.0.2.2"]],
  ["the other one first", [V4, V6], ["IPv6", "IPv4"], ["2001:db8::1", "2001:db8::2"]],
  [
    "the other one where none of the first is ready",
    [{ ...V4, ready: false }, V6],
    ["IPv4", "IPv6"],
    ["2001:db8::1", "2001:db8::2"],
  ],
  [
    "all where no family is told",
    [V4, V6],
    undefined,
    ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"],
  ],
  [
    "the first address of each place",
    [{ addressType: "IPv4", addresses: [["192.0.2.1", "192.0.2.9"], ["192.0.2.2"]] }],
    ["IPv4"],
    ["192.0.2.1", "192.0.2.2"],
  ],
];

for (const [name, slices, ipFamilies, hosts] of CASES) {
  Deno.test(`serviceResolver() finds ${name}`, () => {
    const service = {
      metadata: { name: "s", namespace: "default" },
      spec: { clusterIP: "10.0.0.1", ipFamilies, ports: [{ name: "https", port: 443 }] },
    };
    const found = new Set<string>();
    const steps = 60;
    for (let step = 0; step < steps; step++) {
      const resolve = serviceResolver({
        services: () => storageOf([service]),
        slices: () => storageOf(slices.map(slice)),
        toEndpoints: true,
        serviceLabel: LABEL,
        random: () => step / steps,
      });
      const { host, port } = resolve({ namespace: "default", name: "s", port: 443 });
      assertEquals(port, 8443);
      found.add(host);
    }
    assertEquals([...found].sort(), hosts);
  });
}
