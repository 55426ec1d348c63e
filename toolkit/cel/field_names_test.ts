import { assertEquals } from "../deps/assert.ts";
import { escapeField, unescapeField } from "./field_names.ts";

const ROWS: readonly [spelled: string, name: string | undefined][] = [
  ["plain", "plain"],
  ["a__dot__b", "a.b"],
  ["a__dot__b__slash__c__dash__d", "a.b/c-d"],
  ["__underscores__x", "__x"],
  ["__namespace__", "namespace"],
  ["x__namespace__", undefined],
  ["__x", "__x"],
  ["__x__", undefined],
  ["__proto__", undefined],
  ["a.b", "a.b"],
  ["", ""],
];
for (const [spelled, name] of ROWS) {
  Deno.test(`unescapeField() reads ${JSON.stringify(spelled)}`, () => {
    assertEquals(unescapeField(spelled), name);
  });
}

for (const name of ["plain", "a.b/c-d", "__x", "a__b", "namespace", "a.", "-"]) {
  Deno.test(`unescapeField() reads what escapeField() spells: ${name}`, () => {
    assertEquals(unescapeField(escapeField(name)!), name);
  });
}
