import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { apiService, checkServiceFamily, checkServiceRanges } from "./api_service.ts";

const ADDRESSES: readonly (readonly [ranges: string[], address: string])[] = [
  [["10.0.0.0/24"], "10.0.0.1"],
  [["10.96.0.0/12"], "10.96.0.1"],
  [["10.96.3.7/12"], "10.96.0.1"],
  [["10.0.0.248/29"], "10.0.0.249"],
  [["fd00:1::/108"], "fd00:1::1"],
  [["10.0.0.0/24", "fd00:1::/108"], "10.0.0.1"],
  [["fd00:1::/108", "10.0.0.0/24"], "fd00:1::1"],
];

for (const [ranges, address] of ADDRESSES) {
  Deno.test(`apiService() has ${address} of ${ranges}`, () => {
    checkServiceRanges(ranges);
    const { spec } = apiService({ name: "a", ranges, targetPort: 6443, nodePort: 0 });
    assertEquals(spec, {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: 6443 }],
      clusterIP: address,
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    });
  });
}

Deno.test("apiService() has a port on every node where one is wanted", () => {
  const service = apiService({
    name: "a",
    ranges: ["10.0.0.0/24"],
    targetPort: 1,
    nodePort: 30443,
  });
  const { ports, type, externalTrafficPolicy } = service.spec as Record<string, unknown>;
  const port = { name: "https", protocol: "TCP", port: 443, targetPort: 1, nodePort: 30443 };
  assertEquals([ports, type, externalTrafficPolicy], [[port], "NodePort", "Cluster"]);
});

const REFUSED: readonly (readonly [ranges: string[], why: RegExp])[] = [
  [[], /expected one range, or one of each family/],
  [["10.0.0.0"], /"10.0.0.0" is not a CIDR range/],
  [["10.0.0.0/33"], /is not a CIDR range/],
  [["10.0.0.0/30"], /10.0.0.0\/30 has fewer than 8 addresses/],
  [["fd00::/127"], /fewer than 8/],
  [["0.0.0.0/0"], /0.0.0.0\/0 has too many addresses/],
  [["128.0.0.0/1"], /too many addresses/],
  [
    ["10.0.0.0/24", "10.1.0.0/24"],
    /"10.0.0.0\/24,10.1.0.0\/24": expected one range, or one of each/,
  ],
  [["10.0.0.0/24", "fd00::/108", "fd01::/108"], /one of each family/],
];

for (const [ranges, why] of REFUSED) {
  Deno.test(`checkServiceRanges() refuses ${JSON.stringify(ranges)}`, () => {
    assertThrows(() => checkServiceRanges(ranges), why);
  });
}

Deno.test("checkServiceFamily() has the server's address be of the first range's family", () => {
  checkServiceFamily(["10.0.0.0/24", "fd00::/108"], "192.0.2.1");
  checkServiceFamily(["fd00::/108", "10.0.0.0/24"], "2001:db8::1");
  checkServiceFamily(["10.0.0.0/24"], "::ffff:192.0.2.1");
  checkServiceFamily(["::ffff:10.0.0.0/120"], "192.0.2.1");
  const why = /must be of the same IP family/;
  assertThrows(() => checkServiceFamily(["10.0.0.0/24"], "::1"), why);
  assertThrows(() => checkServiceFamily(["fd00::/108", "10.0.0.0/24"], "192.0.2.1"), why);
});
