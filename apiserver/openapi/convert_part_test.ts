import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { runToEnd, type SlicedTask } from "../../toolkit/time_slice.ts";
import { convertPart } from "./convert_part.ts";
import { cutPart } from "./cut_part.ts";

type Json = Record<string, unknown>;

const PATH = "/apis/g/v1/things";
const convert = (part: Json) =>
  runToEnd(convertPart(JSON.stringify({ paths: {}, definitions: {}, parameters: {}, ...part })));
const converted = (part: Json) => JSON.parse(convert({ paths: { [PATH]: {} }, ...part }) ?? "{}");
const pathOf = (item: Json, more: Json = {}) =>
  converted({ paths: { [PATH]: item }, ...more }).paths[PATH];
const schemaOf = (schema: Json) => converted({ definitions: { A: schema } }).components.schemas.A;

const ref = { $ref: "#/definitions/A" };
const own = { $ref: "#/components/schemas/A" };
const OK = { "200": { description: "OK" } };
const KIND = { "x-kubernetes-group-version-kind": { group: "g", version: "v1", kind: "A" } };

/** Schemas of version 2, and how version 3 says the same. */
const SCHEMAS: readonly (readonly [name: string, two: Json, three: Json])[] = [
  ["words of values", { type: "string", maxLength: 3 }, { type: "string", maxLength: 3 }],
  ["a reference", ref, own],
  ["a reference of which more is said", { ...ref, description: "d" }, {
    allOf: [own],
    description: "d",
  }],
  [
    "references within",
    {
      type: "object",
      properties: { a: ref, b: { type: "array", items: ref }, $ref: ref },
      additionalProperties: ref,
      allOf: [ref],
    },
    {
      type: "object",
      properties: { a: own, b: { type: "array", items: own }, $ref: own },
      additionalProperties: own,
      allOf: [own],
    },
  ],
  ["a map of anything", { additionalProperties: true }, { additionalProperties: true }],
  ["fields that are named like words", { properties: { items: ref, type: { type: "string" } } }, {
    properties: { items: own, type: { type: "string" } },
  }],
  ["a default that looks like a schema", { default: { items: ref } }, { default: { items: ref } }],
  ["one type in a list", { type: ["string"] }, { type: "string" }],
  ["several types", { type: ["string", "null"] }, {}],
  ["a discriminator", { discriminator: "kind" }, { discriminator: { propertyName: "kind" } }],
  ["extensions", KIND, KIND],
];

for (const [name, two, three] of SCHEMAS) {
  Deno.test(`convertPart() converts ${name}`, () => assertEquals(schemaOf(two), three));
}

Deno.test("convertPart() converts operations", () => {
  const said = { tags: ["t"], description: "d", operationId: "o", deprecated: true, ...KIND };
  const query = { in: "query", name: "q", description: "how", type: "integer", format: "int32" };
  const item = pathOf({
    parameters: [{ in: "path", name: "name", required: true, type: "string", "x-a": 1 }],
    put: {
      ...said,
      schemes: ["https"],
      consumes: ["application/json", "application/yaml"],
      produces: ["application/json"],
      parameters: [
        { $ref: "#/parameters/q" },
        { in: "body", name: "body", description: "b", required: true, schema: ref },
      ],
      responses: { "200": { description: "OK", schema: ref }, "401": { description: "No" } },
    },
    get: { responses: { default: { schema: { type: "string" } } } },
    "x-b": 2,
  }, { parameters: { q: query }, definitions: { A: {} } });
  assertEquals(item, {
    put: {
      ...said,
      parameters: [{
        in: "query",
        name: "q",
        description: "how",
        schema: { type: "integer", format: "int32" },
      }],
      requestBody: {
        description: "b",
        content: { "application/json": { schema: own }, "application/yaml": { schema: own } },
        required: true,
      },
      responses: {
        "200": { description: "OK", content: { "application/json": { schema: own } } },
        "401": { description: "No" },
      },
    },
    get: {
      responses: {
        default: {
          description: "",
          content: { "application/json": { schema: { type: "string" } } },
        },
      },
    },
    parameters: [{
      in: "path",
      name: "name",
      required: true,
      "x-a": 1,
      schema: { type: "string" },
    }],
    "x-b": 2,
  });
});

Deno.test("convertPart() gives the body of a path to all of its operations", () => {
  const body = { in: "body", name: "body", schema: { type: "string" } };
  const { post, parameters } = pathOf({ parameters: [body], post: { responses: OK } });
  const content = { "application/json": { schema: { type: "string" } } };
  assertEquals([post.requestBody, parameters], [{ content }, undefined]);
});

Deno.test("cutPart() and convertPart() let others in for each path and each definition", () => {
  const count = 50;
  const names = Array.from({ length: count }, (_, index) => `A${index}`);
  const $ref = (name: string) => ({ $ref: `#/definitions/${name}` });
  const answers = (name: string) => ({ "200": { description: "", schema: $ref(name) } });
  const paths = names.map((name) => [`${PATH}/${name}`, { get: { responses: answers(name) } }]);
  const document = {
    swagger: "2.0",
    paths: Object.fromEntries(paths),
    definitions: Object.fromEntries(names.map((name) => [name, { type: "object" }])),
  };
  const stepsOf = <T>(task: SlicedTask<T>): [steps: number, value: T] => {
    for (let steps = 0;; steps++) {
      const { done, value } = task.next();
      if (done) return [steps, value];
    }
  };
  const [cutting, part] = stepsOf(cutPart(document, "/apis/g/v1"));
  const [converting, text] = stepsOf(convertPart(part));
  // To find what each refers to, to change it, and to see whether it can be encoded.
  assert(cutting >= 3 * 2 * count, String(cutting));
  assert(converting >= 2 * 2 * count, String(converting));
  assertEquals(Object.keys(JSON.parse(text ?? "").components.schemas).length, count);
});

Deno.test("convertPart() makes no document of no paths", () => {
  assertEquals(convert({ definitions: { A: {} } }), undefined);
});

Deno.test("convertPart() takes nonsense for nothing", () => {
  const wrong = { responses: 1, parameters: "all", produces: [1], consumes: {} };
  assertEquals(pathOf({ get: wrong, put: null, parameters: [null] }), {
    get: { responses: {} },
    parameters: [{ schema: {} }],
  });
  assertEquals(schemaOf({ properties: [], items: 1 }), { properties: {}, items: 1 });
});

const LARGE = "x".repeat(100_000);
const MANY = Array.from({ length: 1_000 }, (_, index) => `application/${index}`);
const answer = { description: "", schema: { type: "string" } };

const REFUSED: readonly (readonly [name: string, part: Json, message: RegExp])[] = [
  ["parameters of forms", {
    paths: { [PATH]: { post: { parameters: [{ in: "formData", name: "a" }] } } },
  }, /parameters of forms/],
  ["a schema in very many forms", {
    paths: {
      [PATH]: {
        get: { produces: MANY, responses: { "200": { schema: { description: LARGE } } } },
      },
    },
  }, /longer than 8388608 characters/],
  ["very many answers in very many forms", {
    paths: {
      [PATH]: {
        get: {
          produces: MANY,
          responses: Object.fromEntries(MANY.map((_, index) => [String(index), answer])),
        },
      },
    },
  }, /longer than 8388608 characters/],
  ["a parameter that is used very often", {
    paths: { [PATH]: { get: { parameters: MANY.map(() => ({ $ref: "#/parameters/p" })) } } },
    parameters: { p: { in: "query", name: "p", description: LARGE } },
  }, /longer than 8388608 characters/],
  ["a bound that is none", { definitions: { A: { maximum: "many" } } }, /no number/],
];

for (const [name, part, message] of REFUSED) {
  Deno.test(`convertPart() refuses ${name}`, () => {
    assertThrows(() => converted(part), message);
  });
}
