import type { Pod } from "../api/core_v1.ts";
import type { ResourceClaim } from "../api/resource_v1.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { type DeviceSources, followDevices } from "./follow_devices.ts";

type Put = (claim: object) => void;
type Delete = (ref: { readonly namespace: string; readonly name: string }) => void;

/** What is known of devices, of a pod and the claims that are told of. */
function devicesOf(pod: object) {
  let [put, remove]: [Put, Delete] = [() => {}, () => {}];
  const follow = (({ plural }: { plural: string }, follower: { put: Put; delete: Delete }) => {
    if (plural === "resourceclaims") [put, remove] = [follower.put, follower.delete];
  }) as unknown as DeviceSources["follow"];
  const devices = followDevices({
    dialect: "kubernetes",
    clock: new FakeClock(0),
    follow,
    podOf: () => pod as Pod,
  });
  return {
    devices,
    put: (claim: object) => put(claim),
    remove: (ref: Parameters<Delete>[0]) => remove(ref),
  };
}

const POD = { metadata: { namespace: "n", name: "p", uid: "u" }, spec: { containers: [] } };

/** A claim that was made for what containers of a pod ask for. */
const claim = (name: string, creationTimestamp: string): ResourceClaim => ({
  metadata: {
    name,
    namespace: "n",
    creationTimestamp,
    annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true }],
  },
  spec: {},
});

Deno.test("usageOfOwner() is told of the claim that was made first for a pod, whatever came and went", () => {
  const step = fc.record({
    name: fc.constantFrom("a", "b", "c", "d"),
    created: fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"),
    isGone: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    const { devices, put, remove } = devicesOf(POD);
    const there = new Map<string, string>();
    for (const { name, created, isGone } of steps) {
      if (isGone) {
        there.delete(name);
        remove({ namespace: "n", name });
      } else {
        there.set(name, created);
        put(claim(name, created));
      }
      for (const one of ["a", "b", "c", "d"]) {
        const own = there.get(one) ?? "2026-01-01T00:00:00Z";
        const isFirst = ![...there].some(([other, made]) =>
          made < own || made === own && other < one
        );
        assertEquals(devices.usageOfOwner(claim(one, own)) !== undefined, isFirst, one);
      }
    }
  }));
});

Deno.test("usageOfOwner() looks at each claim of a pod a few times, however many there are", () => {
  const { devices, put } = devicesOf(POD);
  const count = 1000;
  const claims = Array.from({ length: count }, (_, at) => claim(`c${at}`, "2026-01-01T00:00:00Z"));
  for (const one of claims) put(one);
  const steps = stepsOf(() => {
    assertEquals(claims.filter((one) => devices.usageOfOwner(one) !== undefined).length, 1);
  });
  assert(steps < 10 * count, `${steps} steps at ${count}`);
});

/** How much there is in the sets and maps that something goes through, each time that it does. */
function stepsOf(run: () => void): number {
  let steps = 0;
  const restore: (() => void)[] = [];
  for (const owner of [Set.prototype, Map.prototype] as object[]) {
    for (const name of ["values", "keys", "entries", Symbol.iterator]) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
      const original = descriptor.value as () => unknown;
      Object.defineProperty(owner, name, {
        ...descriptor,
        value(this: { readonly size: number }) {
          steps += this.size;
          return original.call(this);
        },
      });
      restore.push(() => Object.defineProperty(owner, name, descriptor));
    }
  }
  try {
    run();
    return steps;
  } finally {
    for (const one of restore) one();
  }
}
