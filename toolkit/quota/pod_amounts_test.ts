import type { Container } from "../api/core_v1.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { Quantity } from "../values/mod.ts";
import { type Amounts, amountsOf } from "./amounts.ts";
import { amountsOfContainers } from "./pod_amounts.ts";

const requestsOf = ({ resources }: Container): Amounts => amountsOf(resources?.requests);

/** What is needed at each time, and of those the most. */
function mostAtATime(containers: readonly Container[], initContainers: readonly Container[]) {
  const names = [...containers, ...initContainers].flatMap((one) => [...requestsOf(one).keys()]);
  const of = (name: string, some: readonly Container[]) =>
    some.reduce(
      (sum, one) => sum.add(requestsOf(one).get(name) ?? Quantity.zero),
      Quantity.zero,
    );
  const isSidecar = ({ restartPolicy }: Container) => restartPolicy === "Always";
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const times = initContainers.map((one, at) =>
        of(name, [...initContainers.slice(0, at).filter(isSidecar), one])
      );
      const last = of(name, [...containers, ...initContainers.filter(isSidecar)]);
      const most = times.reduce((best, one) => one.compare(best) > 0 ? one : best, last);
      return [name, String(most)];
    }),
  );
}

const SOME = fc.array(
  fc.record({
    restartPolicy: fc.constantFrom("Always", undefined),
    resources: fc.record({
      requests: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("0", "1", "2", "5")),
    }),
  }) as unknown as fc.Arbitrary<Container>,
  { maxLength: 6 },
);

Deno.test("amountsOfContainers() is the most that is needed at a time", () => {
  fc.assert(
    fc.property(SOME, SOME, (running, initContainers) => {
      const containers = running.map(({ restartPolicy: _, ...more }) => more);
      const found = [...amountsOfContainers({ containers, initContainers }, requestsOf)];
      assertEquals(
        Object.fromEntries(found.map(([name, amount]) => [name, String(amount)]).sort()),
        mostAtATime(containers, initContainers),
      );
    }),
    { numRuns: 2000 },
  );
});

Deno.test("amountsOfContainers() compares each amount a few times, however many there are", () => {
  const count = 1000;
  let compared = 0;
  const { compare } = Quantity.prototype;
  Quantity.prototype.compare = function (other) {
    compared++;
    return compare.call(this, other);
  };
  try {
    for (const restartPolicy of ["Always", undefined]) {
      const initContainers = Array.from({ length: count }, (_, at) => ({
        name: `c${at}`,
        // Every second one stays, at the least.
        ...((restartPolicy ?? (at % 2 === 0 ? "Always" : undefined)) &&
          { restartPolicy: "Always" }),
        resources: { requests: { [`example.com/r${at}`]: "1" } },
      }));
      amountsOfContainers({ initContainers }, requestsOf);
    }
  } finally {
    Quantity.prototype.compare = compare;
  }
  assert(compared < 20 * count, `${compared} at ${count}`);
});
