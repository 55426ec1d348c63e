import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { type PodsOfNamespace, warningsOfPods } from "./existing_pods.ts";
import { LATEST } from "./level.ts";

const BASELINE = { level: "baseline", version: LATEST } as const;
const HEAD = 'existing pods in namespace "n" violate the new PodSecurity enforce level ' +
  '"baseline:latest"';
const GOOD = {};
const BAD = { hostPID: true };

/** A pod, and the controller that it is of. */
const pod = (name: string, spec: object, uid?: string, more: object = {}) => ({
  metadata: { name, ...(uid && { ownerReferences: [{ uid, controller: true, name: "r" }] }) },
  spec: { containers: [], ...spec, ...more },
});

function over(pods: readonly object[], clock = new FakeClock()): PodsOfNamespace {
  const entries = pods.map((one) => ({ json: new TextEncoder().encode(JSON.stringify(one)) }));
  const storage = {
    namespacePrefix: (namespace: string) => `/pods/${namespace}/`,
    cache: {
      list({ prefix }: { prefix: string }) {
        assertEquals(prefix, "/pods/n/");
        return Promise.resolve({ entries });
      },
    },
  };
  return {
    source: { find: () => ({ storage }) } as never,
    names: NAMES.kubernetes,
    clock,
    isExempt: (name) => name === "sandbox",
  };
}

const warnings = (pods: readonly object[], clock?: FakeClock) =>
  warningsOfPods(over(pods, clock), "n", BASELINE, new AbortController().signal);

Deno.test("warningsOfPods() names the first of the pods that are alike, and counts the others", async () => {
  assertEquals(await warnings([]), []);
  assertEquals(await warnings([pod("a", GOOD)]), []);
  assertEquals(
    await warnings([
      pod("d", BAD),
      pod("c", BAD),
      pod("b", { ...BAD, volumes: [{ name: "v", hostPath: {} }] }),
      pod("a", BAD),
      pod("x", BAD, undefined, { runtimeClassName: "sandbox" }),
    ]),
    [HEAD, "a (and 2 other pods): host namespaces", "b: host namespaces, hostPath volumes"],
  );
});

Deno.test("warningsOfPods() judges 3,000 pods, one of each controller first, and says so", async () => {
  const many = Array.from({ length: 3010 }, (_, at) => pod(`p${at}`, GOOD, "one"));
  const last = pod("z", BAD, "two");
  assertEquals(await warnings([...many, last]), [
    "new PodSecurity enforce level only checked against the first 3000 of 3011 existing pods",
    HEAD,
    "z: host namespaces",
  ]);
  const alone = Array.from({ length: 3000 }, (_, at) => pod(`p${at}`, GOOD));
  assertEquals(await warnings([...alone, last]), [
    "new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods",
  ]);
  const exempt = Array.from(
    { length: 5 },
    () => pod("e", BAD, "e", { runtimeClassName: "sandbox" }),
  );
  assertEquals(await warnings([...exempt, ...alone]), []);
});

Deno.test("warningsOfPods() ends after a second, and says how far it came", async () => {
  // Each look at the clock takes a quarter of a second.
  class Slow extends FakeClock {
    #looks = 0;
    override monotonic(): number {
      return 250 * this.#looks++;
    }
    override after(_: number, callback: () => void) {
      queueMicrotask(callback);
      return { cancel() {} };
    }
  }
  const pods = Array.from({ length: 10 }, (_, at) => pod(`p${at}`, BAD));
  const [first, ...others] = await warnings(pods, new Slow());
  const found = /first (\d) of 10 existing pods$/.exec(first!);
  assert(found !== null && Number(found[1]) < 5, first);
  assertEquals(others.length, 2);
});

Deno.test("warningsOfPods() has nothing to say where no pods are served", async () => {
  const none = { ...over([]), source: { find: () => undefined } };
  assertEquals(await warningsOfPods(none, "n", BASELINE, new AbortController().signal), []);
});

Deno.test("warningsOfPods() rejects when nobody waits any more", async () => {
  class Slow extends FakeClock {
    #now = 0;
    override monotonic(): number {
      return this.#now += 20;
    }
  }
  const pods = Array.from({ length: 10 }, (_, at) => pod(`p${at}`, BAD));
  const signal = AbortSignal.abort(new Error("gone"));
  await assertRejects(() => warningsOfPods(over(pods, new Slow()), "n", BASELINE, signal), /gone/);
});
