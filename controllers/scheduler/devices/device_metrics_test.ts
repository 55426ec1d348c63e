import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import { deviceMetrics } from "./device_metrics.ts";
import { makeExtendedClaim } from "./extended_claim.ts";
import type { ClaimView } from "./claim_views.ts";

/** The samples, but for buckets, without what all have in common. */
const shown = (registry: Registry) =>
  registry.render().split("\n").filter((line) => /^scheduler_(dra|resourceclaim)/.test(line))
    .filter((line) => !line.includes("_bucket"))
    .map((line) => line.replace(/^scheduler_(dra_bindingconditions_)?/, ""));

Deno.test("waited() counts devices that have to be made ready, and the wait for all", () => {
  const registry = new Registry();
  const claim = (...results: object[]) =>
    ({ allocation: { devices: { results } } }) as unknown as ClaimView;
  deviceMetrics(registry).waited(
    "s",
    [
      claim({ driver: "a", bindingConditions: ["Ready"] }, { driver: "a" }, { driver: "b" }),
      { allocation: undefined } as ClaimView,
    ],
    "timeout",
    2500,
  );
  const of = (driver: string) => `{profile="s",driver="${driver}",status="timeout"}`;
  assertEquals(shown(registry), [
    `allocations_total${of("a")} 1`,
    `wait_duration_seconds_sum${of("a")} 5`,
    `wait_duration_seconds_count${of("a")} 2`,
    `wait_duration_seconds_sum${of("b")} 2.5`,
    `wait_duration_seconds_count${of("b")} 1`,
  ]);
});

Deno.test("makeExtendedClaim() counts claims that are made, and that could not be", async () => {
  const registry = new Registry();
  const make = (create: () => Promise<unknown>) =>
    makeExtendedClaim(
      {
        client: { names: NAMES.kubernetes, create },
        claims: { doubt() {}, settled: () => Promise.resolve() },
        metrics: deviceMetrics(registry),
      } as never,
      { namespace: "n", name: "p", uid: "p" } as PodInfo,
      { requests: [], mappings: [] } as never,
      () => 0,
    );
  await make(() => Promise.resolve({}));
  await make(() => Promise.resolve({}));
  await assertRejects(() => make(() => Promise.reject(new Error("refused"))), "refused");
  assertEquals(shown(registry), [
    'resourceclaim_creates_total{status="success"} 2',
    'resourceclaim_creates_total{status="failure"} 1',
  ]);
});
