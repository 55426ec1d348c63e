import { runs } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import type { coreV1 } from "../../toolkit/mod.ts";
import { packSubsets } from "./subsets.ts";

const address = (ip: string, uid?: string) => ({ ip, ...(uid && { targetRef: { uid } }) });
const port = (port: number, name?: string) => ({
  port,
  protocol: "TCP" as const,
  ...(name && { name }),
});

const CASES: [what: string, given: coreV1.EndpointSubset[], expected: coreV1.EndpointSubset[]][] = [
  ["none", [], []],
  [
    "addresses of one port",
    [
      { addresses: [address("10.0.0.2")], ports: [port(1)] },
      { addresses: [address("10.0.0.1")], ports: [port(1)] },
    ],
    [{ addresses: [address("10.0.0.1"), address("10.0.0.2")], ports: [port(1)] }],
  ],
  [
    "ports of one address",
    [
      { addresses: [address("10.0.0.1")], ports: [port(2, "b")] },
      { addresses: [address("10.0.0.1")], ports: [port(1, "a")] },
    ],
    [{ addresses: [address("10.0.0.1")], ports: [port(1, "a"), port(2, "b")] }],
  ],
  [
    "who is ready in one place and not in another is not",
    [
      { addresses: [address("10.0.0.1")], ports: [port(1)] },
      { notReadyAddresses: [address("10.0.0.1")], ports: [port(1)] },
    ],
    [{ notReadyAddresses: [address("10.0.0.1")], ports: [port(1)] }],
  ],
  [
    "pods that share an address",
    [{ addresses: [address("10.0.0.1", "b"), address("10.0.0.1", "a")], ports: [port(1)] }],
    [{ addresses: [address("10.0.0.1", "a"), address("10.0.0.1", "b")], ports: [port(1)] }],
  ],
  [
    "without ports",
    [{ addresses: [address("10.0.0.1")] }, { addresses: [address("10.0.0.2")] }],
    [{ addresses: [address("10.0.0.1"), address("10.0.0.2")] }],
  ],
];

for (const [what, given, expected] of CASES) {
  Deno.test(`packSubsets() gives one form: ${what}`, () => {
    assertEquals(packSubsets(given), expected);
  });
}

Deno.test("packSubsets() loses no address of a port, and changes nothing the second time", () => {
  const addresses = fc.array(fc.integer({ min: 1, max: 5 }).map((n) => address(`10.0.0.${n}`)));
  const subset = fc.record({
    addresses,
    notReadyAddresses: addresses,
    ports: fc.array(fc.integer({ min: 1, max: 3 }).map((n) => port(n)), { minLength: 1 }),
  });
  const pairs = (subsets: readonly coreV1.EndpointSubset[]) =>
    new Set(
      subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports }) =>
        [...addresses, ...notReadyAddresses].flatMap(({ ip }) =>
          (ports?.length ? ports : [{ port: 0 }]).map(({ port }) => `${ip}:${port}`)
        )
      ),
    );
  fc.assert(
    fc.property(fc.array(subset), (subsets) => {
      const packed = packSubsets(subsets);
      assertEquals(pairs(packed), pairs(subsets));
      assertEquals(packSubsets(packed), packed);
      assertEquals(packSubsets([...subsets].reverse()), packed);
    }),
    { numRuns: runs(300) },
  );
});
