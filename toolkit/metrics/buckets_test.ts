import { assertEquals } from "../deps/assert.ts";
import { exponentialBuckets } from "./buckets.ts";
import { number } from "./metric.ts";
import { Registry } from "./registry.ts";

const TEXTS: readonly [bound: number, text: string][] = [
  [0, "0"],
  [1, "1"],
  [0.0001, "0.0001"],
  [0.00009, "9e-05"],
  [1e-7, "1e-07"],
  [0.00001 * 1.5, "1.5000000000000002e-05"],
  [100_000, "100000"],
  [999_999, "999999"],
  [1_000_000, "1e+06"],
  [1_048_576, "1.048576e+06"],
  [1e21, "1e+21"],
  [1e100, "1e+100"],
  [-2_000_000, "-2e+06"],
  [Infinity, "+Inf"],
];

Deno.test("number() writes numbers as Go's clients do", () => {
  assertEquals(TEXTS.map(([bound]) => number(bound)), TEXTS.map(([, text]) => text));
});

Deno.test("exponentialBuckets() multiplies one bound after the other", () => {
  assertEquals(exponentialBuckets(0.00001, 1.5, 4), [
    0.00001,
    0.000015000000000000002,
    0.000022500000000000005,
    0.00003375000000000001,
  ]);
  assertEquals(exponentialBuckets(1, 2, 0), []);
});

Deno.test("a histogram names its buckets by these texts", () => {
  const registry = new Registry();
  registry.histogram({ name: "size", help: "S.", buckets: [1e-5, 1, 2e6] }).with({}).observe(2);
  assertEquals(registry.render().match(/(?<=le=")[^"]*/g), ["1e-05", "1", "2e+06", "+Inf"]);
});
