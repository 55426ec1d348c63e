import { mixedText } from "../../testing/mixed_text.ts";
import { assert, assertThrows } from "../deps/assert.ts";
import { RE2JS } from "../deps/re2.ts";
import { countStates } from "./counted_search.ts";
import { withWork, Work } from "./work.ts";

/** What a search took in steps, and its states in bytes. */
function searched(pattern: string | RE2JS, text: string, left = Number.MAX_SAFE_INTEGER) {
  const regex = typeof pattern === "string" ? counted(pattern).regex : pattern;
  const budget = new Work(left);
  withWork(budget, () => regex.test(text));
  return left - budget.left;
}

function counted(pattern: string) {
  const regex = RE2JS.compile(pattern);
  const grown = { bytes: 0 };
  countStates(regex, (bytes) => grown.bytes += bytes);
  return { regex, grown };
}

Deno.test("a search counts the states that it makes, and no more where they are there", () => {
  const { regex, grown } = counted("(a|b)*a(a|b){100}$");
  const text = mixedText(1_000);
  const first = searched(regex, text);
  assert(first > 1_000 * 100, `${first}`);
  assert(grown.bytes > 1_000 * 100, `${grown.bytes}`);
  const second = searched(regex, text);
  assert(second < 100, `${second}`);
});

Deno.test("a search counts little where there are few states", () => {
  const first = searched("^([a-z]+\\.)*[a-z]+$", "example.".repeat(100) + "com");
  assert(first < 1_000, `${first}`);
});

Deno.test("a search counts the whole text where there are too many states", () => {
  const { regex } = counted("(a|b)*a(a|b){100}$");
  regex.re2().dfa.stateBudget = 10_000;
  regex.re2().dfa.clearCache();
  const steps = searched(regex, mixedText(2_000));
  assert(steps > 2_000 * regex.programSize() * 0.3, `${steps}`);
});

Deno.test("a search that is stopped leaves the pattern as it was", () => {
  const { regex } = counted("(a|b)*a(a|b){20}$");
  const text = mixedText(1_000);
  const wanted = RE2JS.compile("(a|b)*a(a|b){20}$").test(text);
  for (const left of [0, 100, 1_000, 5_000]) {
    assertThrows(() => searched(regex, text, left), "too much work");
  }
  const budget = new Work();
  assert(withWork(budget, () => regex.test(text)) === wanted);
});
