import { assertEquals } from "../../toolkit/deps/assert.ts";
import { columnsOfVersion } from "./columns.ts";

const OBJECT = {
  metadata: { name: "a" },
  spec: { size: 3, words: ["x", "y"], large: { least: 9007199254740993n } },
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
  assertEquals(shown(text(".spec.words[*]"), text(".spec.words"), text(".spec.large"))[1], [
    "a",
    "x",
    '["x","y"]',
    '{"least":9007199254740993}',
  ]);
});

Deno.test("columnsOfVersion() shows ages where there are no columns", () => {
  assertEquals(shown()[0], ["Name", "Age"]);
});

Deno.test("columnsOfVersion() shows ages where a path can't be read", () => {
  assertEquals(shown(size, { ...size, jsonPath: ".spec[" }), [["Name", "Age"], ["a", null]]);
});

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
