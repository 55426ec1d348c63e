/** What scales tell of workloads. */
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { WORKLOAD_SCALE } from "./scale.ts";

const SELECTORS: readonly [of: string, selector: JsonObject | undefined, text: string][] = [
  ["labels", { app: "shop" }, "app=shop"],
  ["labels that are called as parts of other selectors", {
    matchLabels: "a",
    matchExpressions: "b",
  }, "matchExpressions=b,matchLabels=a"],
  ["labels to match", { matchLabels: { app: "shop" } }, "app=shop"],
  ["expressions", { matchExpressions: [{ key: "app", operator: "Exists" }] }, "app"],
  ["no selector", undefined, ""],
];

for (const [of, selector, text] of SELECTORS) {
  Deno.test(`WORKLOAD_SCALE tells the selector of ${of}`, () => {
    assertEquals(WORKLOAD_SCALE.read({ spec: { selector } }).selector, text);
  });
}
