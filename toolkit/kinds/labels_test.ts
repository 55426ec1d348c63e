import { assertEquals, assertThrows } from "../deps/assert.ts";
import { type Labels, selectorIn } from "./labels.ts";

const CASES: [labels: Labels, printed: string][] = [
  ["", ""],
  ["app=web,tier!=test", "app=web,tier!=test"],
  [{}, ""],
  [{ app: "web", tier: "front" }, "app=web,tier=front"],
  [{ matchLabels: { app: "web" } }, "app=web"],
  [{ matchExpressions: [{ key: "app", operator: "Exists" }] }, "app"],
  // Labels may have these names.
  [{ matchLabels: "x" }, "matchLabels=x"],
];

for (const [labels, printed] of CASES) {
  Deno.test(`selectorIn() means ${printed || "everything"} by ${JSON.stringify(labels)}`, () => {
    assertEquals(selectorIn(labels).toString(), printed);
  });
}

Deno.test("selectorIn() throws when a selector or a label is none", () => {
  assertThrows(() => selectorIn("app in"));
  assertThrows(() => selectorIn({ "a b": "c" }));
  assertThrows(() => selectorIn({ matchExpressions: [{ key: "app", operator: "Has" }] }));
});
