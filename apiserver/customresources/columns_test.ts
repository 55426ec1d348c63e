import { assertEquals } from "../../toolkit/deps/assert.ts";
import { columnsOfVersion } from "./columns.ts";

const OBJECT = {
  metadata: { name: "a" },
  spec: { size: 3, words: ["x", "y"], nothing: [null], large: { least: 9007199254740993n } },
};
const size = { name: "Size", type: "integer", jsonPath: ".spec.size" };

function shown(...additionalPrinterColumns: (typeof size)[]) {
  const columns = columnsOfVersion({
    name: "v1",
    served: true,
    storage: true,
    additionalPrinterColumns,
  });
  return [columns.definitions.map(({ name }) => name), columns.cells(OBJECT)];
}

Deno.test("columnsOfVersion() shows a name, and what the columns' paths lead to", () => {
  assertEquals(shown(size, { ...size, name: "None", jsonPath: ".spec.none" }), [
    ["Name", "Size", "None"],
    ["a", 3, null],
  ]);
});

Deno.test("columnsOfVersion() shows the first of several values, and as JSON what is no text", () => {
  const text = (jsonPath: string) => ({ name: "Text", type: "string", jsonPath });
  const paths = [".spec.nothing[0]", ".spec.words[*]", ".spec.words", ".spec.large"];
  assertEquals(shown(...paths.map(text))[1], [
    "a",
    "<no value>",
    "x",
    '["x","y"]',
    '{"least":9007199254740993}',
  ]);
});

Deno.test("columnsOfVersion() shows ages where there are no columns", () => {
  assertEquals(shown()[0], ["Name", "Age"]);
});

Deno.test("columnsOfVersion() shows the columns before the first whose path can't be read", () => {
  const wrong = { ...size, name: "Wrong", jsonPath: ".spec[" };
  assertEquals(shown(size, wrong, { ...size, name: "After" }), [["Name", "Size"], ["a", 3]]);
  assertEquals(shown(wrong), [["Name"], ["a"]]);
});

for (const time of ["", "null", "0001-01-01T00:00:00Z"]) {
  Deno.test(`columnsOfVersion() shows the time ${JSON.stringify(time)} as not known`, () => {
    const { cells } = columnsOfVersion({
      name: "v1",
      served: true,
      storage: true,
      additionalPrinterColumns: [{ name: "Last", type: "date", jsonPath: ".status.last" }],
    });
    assertEquals(cells({ metadata: { name: "a" }, status: { last: time } }), ["a", "<unknown>"]);
  });
}

Deno.test("columnsOfVersion() describes a column by its path where nobody else does", () => {
  const said = { ...size, name: "Said", description: "How large it is." };
  const { definitions } = columnsOfVersion({
    name: "v1",
    served: true,
    storage: true,
    additionalPrinterColumns: [size, said],
  });
  assertEquals(definitions.slice(1).map(({ description }) => description), [
    "Custom resource definition column (in JSONPath format): .spec.size",
    "How large it is.",
  ]);
});
