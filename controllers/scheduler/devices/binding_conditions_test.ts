import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { hasConditions, isInVain, isLate, isReady } from "./binding_conditions.ts";
import { type ClaimView, claimViewOf } from "./claim_views.ts";

const DEVICE = { driver: "gpu.example.com", pool: "p", device: "g0" };
const SINCE_MS = Date.parse("2026-01-02T03:04:05Z");

/** A claim with a device that has to become `Ready`; `said`: what the driver says of it, type and status. */
function claim(...said: readonly (readonly [type: string, status: string])[]): ClaimView {
  const conditions = said.map(([type, status]) => ({ type, status, reason: "R", message: "m" }));
  return claimOf({
    allocation: {
      allocationTimestamp: new Date(SINCE_MS).toISOString(),
      devices: {
        results: [{
          ...DEVICE,
          request: "r",
          bindingConditions: ["Ready"],
          bindingFailureConditions: ["Broken"],
        }],
      },
    },
    ...(said.length > 0 && { devices: [{ ...DEVICE, conditions }] }),
  });
}

function claimOf(status: object): ClaimView {
  return claimViewOf({ metadata: { namespace: "n", name: "a", uid: "u" }, status } as never);
}

const BARE = { request: "r", ...DEVICE };

const CASES: readonly [name: string, claim: ClaimView, hasConditions: boolean, isReady: boolean][] =
  [
    ["that has lost its devices", claimOf({}), false, false],
    [
      "whose devices need no preparation",
      claimOf({ allocation: { devices: { results: [BARE] } } }),
      false,
      true,
    ],
    ["of which the driver says nothing yet", claim(), true, false],
    ["whose device is not ready", claim(["Ready", "False"]), true, false],
    ["whose device is ready", claim(["Ready", "True"]), true, true],
    ["whose device could fail", claim(["Ready", "True"], ["Broken", "False"]), true, true],
  ];

for (const [name, one, has, is] of CASES) {
  Deno.test(`isReady() judges a claim ${name}`, () => {
    assertEquals([hasConditions(one), isReady(one)], [has, is]);
  });
}

Deno.test("a claim whose device has failed is in vain at once, others once they are late", () => {
  const broken = claim(["Ready", "True"], ["Broken", "True"]);
  assertThrows(() => isReady(broken), 'claim=a, reason=R, message="m"');
  assertEquals(isInVain(broken, 1000, SINCE_MS), true);
  for (const [after, late] of [[1000, false], [1001, true]] as const) {
    const judged = [claim(), claim(["Ready", "True"]), claimOf({})].map((one) => [
      isLate(one, 1000, SINCE_MS + after),
      isInVain(one, 1000, SINCE_MS + after),
    ]);
    assertEquals(judged, [[late, late], [late, false], [false, false]]);
  }
});
