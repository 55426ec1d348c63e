import { assertEquals } from "../../toolkit/deps/assert.ts";
import { columnsOfVersion } from "./columns.ts";

const OBJECT = {
  metadata: { name: "a" },
  spec: {
    size: 3,
    words: ["x", "y"],
    nothing: [null],
    none: null,
    large: { least: 9007199254740993n },
    labels: { b: "<2>", "10": [{ d: 1, c: 2 }], "2": "a", a: null },
    numbers: { a: 1.5, b: 123456.5, c: 1234567.5, d: 0.00012, e: 0.000012, f: -1e21, g: 12345678 },
  },
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
  assertEquals(shown(size, { ...size, name: "None", jsonPath: ".spec.missing" }), [
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

Deno.test("columnsOfVersion() shows null as text only, and objects by the names of their fields", () => {
  const column = (type: string, jsonPath: string) => ({ name: "A", type, jsonPath });
  const types = ["string", "integer", "number", "boolean", "date"];
  assertEquals(
    shown(...types.map((type) => column(type, ".spec.none")))[1],
    ["a", "<no value>", null, null, null, null],
  );
  assertEquals(
    shown(column("string", ".spec.labels"))[1],
    ["a", '{"10":[{"c":2,"d":1}],"2":"a","a":null,"b":"\\u003c2\\u003e"}'],
  );
});

Deno.test("columnsOfVersion() shows numbers as text with exponents where they are far from one", () => {
  const column = (field: string) => ({
    name: "N",
    type: "string",
    jsonPath: `.spec.numbers.${field}`,
  });
  assertEquals(shown(...[..."abcdefg"].map(column))[1], [
    "a",
    "1.5",
    "123456.5",
    "1.2345675e+06",
    "0.00012",
    "1.2e-05",
    "-1e+21",
    "12345678",
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
