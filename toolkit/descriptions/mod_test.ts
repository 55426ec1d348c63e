import { assertEquals } from "../deps/assert.ts";
import { DIALECTS } from "../names.ts";
import { schemaOf } from "../schema/mod.ts";
import { FAULTS } from "./faults.ts";
import { descriptionKey, TABLES } from "./mod.ts";
import { SCALARS } from "./scalars.ts";

/** Each struct of the tables with its words. */
const entries = Object.entries(TABLES).flatMap(([pkg, tables]) =>
  tables.flatMap((table) =>
    Object.entries(table).map(([name, words]) => ({ pkg, name, words, of: `${pkg}.${name}` }))
  )
);

for (const dialect of DIALECTS) {
  Deno.test(`the tables name structs and fields that there are, in ${dialect}`, () => {
    const schema = schemaOf(dialect);
    const unknown = entries.flatMap(({ pkg, name, words: [, fields = {}], of }) => {
      const known = new Set([...schema.struct(pkg, name).properties.keys()].map(descriptionKey));
      return Object.keys(fields).filter((field) => !known.has(field)).map((field) =>
        `${of}.${field}`
      );
    });
    assertEquals(unknown, []);
  });
}

Deno.test("no struct stands in two tables", () => {
  const names = entries.map(({ of }) => of);
  assertEquals(names.filter((name, index) => names.indexOf(name) !== index), []);
});

/** Every text with where it stands. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...entries.flatMap(({ of, words: [is, fields = {}] }) => [
    [of, is] as const,
    ...Object.entries(fields).map(([field, text]) => [`${of}.${field}`, text] as const),
  ]),
  ...Object.entries(SCALARS),
];

for (const [fault, has] of Object.entries(FAULTS)) {
  Deno.test(`no text ${fault}`, () => {
    assertEquals(TEXTS.filter(([, text]) => has(text)), []);
  });
}
