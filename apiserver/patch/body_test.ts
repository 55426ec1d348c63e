import { canonicalObject, encodeJson } from "../../toolkit/codec/mod.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import type { StatusError } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import {
  applyPatchBody,
  JSON_PATCH,
  type JsonObject,
  MERGE_PATCH,
  readPatch,
  STRATEGIC_MERGE_PATCH,
} from "./mod.ts";

const schema = schemaOf("kubernetes");
const pod = schema.struct("core/v1", "Pod");
const encode = (text: string) => new TextEncoder().encode(text);

function apply(
  mediaType: string,
  body: string,
  document: JsonObject,
  type: StructType | undefined = pod,
): JsonObject {
  return applyPatchBody({ mediaType, body: encode(body), document, type });
}

Deno.test("applyPatchBody() chooses by content type, whatever its parameters", () => {
  const document = { metadata: { finalizers: ["a"] } };
  const patch = `{"metadata": {"finalizers": ["b"]}}`;
  const merged = { metadata: { finalizers: ["b"] } };
  assertEquals(apply(MERGE_PATCH, patch, document), merged);
  assertEquals(apply(`${MERGE_PATCH}; charset=utf-8`, patch, document), merged);
  assertEquals(apply(STRATEGIC_MERGE_PATCH, patch, document), {
    metadata: { finalizers: ["b", "a"] },
  });
  assertEquals(
    apply(JSON_PATCH, `[{"op":"add","path":"/metadata/finalizers/-","value":"b"}]`, document),
    { metadata: { finalizers: ["a", "b"] } },
  );
});

Deno.test("applyPatchBody() refuses other content types", () => {
  const error = assertThrows(() => apply("application/json", "{}", {})) as StatusError;
  assertEquals(error.code, 415);
  assertEquals(
    error.message,
    "the body of the request was in an unknown format - accepted media types include: " +
      `${JSON_PATCH}, ${MERGE_PATCH}, ${STRATEGIC_MERGE_PATCH}`,
  );
  const untyped = assertThrows(() =>
    applyPatchBody({ mediaType: STRATEGIC_MERGE_PATCH, body: encode("{}"), document: {} })
  ) as StatusError;
  assertEquals(untyped.code, 415);
});

Deno.test("applyPatchBody() refuses malformed bodies with 400", () => {
  const deep = `${"[".repeat(600)}${"]".repeat(600)}`;
  for (const mediaType of [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH]) {
    for (const body of ["", "{", "[", "x", `{"a":}`, `"text"`, "7", "{} {}", deep]) {
      const error = assertThrows(() => apply(mediaType, body, {})) as StatusError;
      assertEquals([error.code, error.reason], [400, "BadRequest"], `${mediaType}: ${body}`);
    }
  }
  const others: [mediaType: string, body: string, message: string][] = [
    [JSON_PATCH, "{}", "a JSON patch is a list of operations, not an object"],
    [JSON_PATCH, "[7]", "an operation of a JSON patch is an object, but patch[0] is a number"],
    [MERGE_PATCH, "null", "error decoding patch: a merge patch is an object, not null"],
    [STRATEGIC_MERGE_PATCH, "[]", "error decoding patch: a merge patch is an object, not a list"],
  ];
  for (const [mediaType, body, message] of others) {
    const error = assertThrows(() => apply(mediaType, body, {})) as StatusError;
    assertEquals([error.code, error.message], [400, message]);
  }
  assertEquals(apply(STRATEGIC_MERGE_PATCH, "null", { a: 1 }), { a: 1 });
});

Deno.test("applyPatchBody() reads null as a JSON patch without operations, and in one as one that does nothing known", () => {
  assertEquals(apply(JSON_PATCH, " null ", { a: 1 }), { a: 1 });
  const error = assertThrows(() => apply(JSON_PATCH, "[null]", {})) as StatusError;
  assertEquals([error.code, error.reason], [422, "Invalid"]);
});

Deno.test("applyPatchBody() refuses a JSON patch that makes no object", () => {
  const error = assertThrows(() =>
    apply(JSON_PATCH, `[{"op":"replace","path":"","value":[]}]`, {})
  ) as StatusError;
  assertEquals(error.code, 422);
  assertEquals(error.status.details?.causes?.map(({ message }) => message), [
    "the result must be an object, not a list",
  ]);
});

Deno.test("readPatch() tells of duplicate and unknown fields where asked", () => {
  const read = (mediaType: string, body: string) => {
    const problems = ["earlier"];
    readPatch({ mediaType, body: encode(body), type: pod, problems });
    return problems.slice(1);
  };
  const twice = `{"spec": {"nodeName": "a", "nodeName": "b"}}`;
  assertEquals(read(MERGE_PATCH, twice), [`duplicate field "spec.nodeName"`]);
  assertEquals(read(STRATEGIC_MERGE_PATCH, twice), [`duplicate field "spec.nodeName"`]);
  assertEquals(
    read(
      JSON_PATCH,
      `[{"op":"test","path":"/a","path":"/b"},{"op":"remove","path":"/a","vale":1}]`,
    ),
    [`json patch duplicate field "[0].path"`, `json patch unknown field "[1].vale"`],
  );
});

Deno.test("readPatch() applies as often as wanted", () => {
  const patch = readPatch({
    mediaType: STRATEGIC_MERGE_PATCH,
    body: encode(
      `{"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"], "finalizers": ["b"]}}`,
    ),
    type: pod,
  });
  assertEquals(patch({ metadata: { finalizers: ["a"] } }), { metadata: { finalizers: ["b"] } });
  assertEquals(patch({}), { metadata: { finalizers: ["b"] } });
  assertEquals(patch({ metadata: { finalizers: ["c", "a"] } }), {
    metadata: { finalizers: ["b", "c"] },
  });
});

Deno.test("applyPatchBody() keeps numbers as they are written", () => {
  const quota = schema.struct("core/v1", "ResourceQuota");
  const hard = (mediaType: string, body: string) => {
    const result = apply(mediaType, body, { spec: { hard: { cpu: "1" } } }, quota);
    return (canonicalObject(quota, result).spec as JsonObject).hard;
  };
  const merge = `{"spec": {"hard": {"cpu": 1e3}}}`;
  assertEquals(hard(MERGE_PATCH, merge), { cpu: "1e3" });
  assertEquals(hard(STRATEGIC_MERGE_PATCH, merge), { cpu: "1e3" });
  assertEquals(hard(JSON_PATCH, `[{"op":"replace","path":"/spec/hard/cpu","value":1e3}]`), {
    cpu: "1e3",
  });

  const revision = schema.struct("apps/v1", "ControllerRevision");
  for (const type of [revision, undefined]) {
    const result = applyPatchBody({
      mediaType: MERGE_PATCH,
      body: encode(`{"data": {"big": 9007199254740993, "text": "1.0 "}, "revision": 1}`),
      document: {},
      type,
    });
    const text = new TextDecoder().decode(encodeJson(revision, result));
    assertEquals(text.includes("9007199254740993"), true, text);
  }
});

Deno.test("a JSON patch tests numbers by value, however they are written", () => {
  const body = `[
    {"op": "test", "path": "/a", "value": 1.0},
    {"op": "test", "path": "/b", "value": 9007199254740993},
    {"op": "test", "path": "/c", "value": 1e20}
  ]`;
  const document = { a: 1, b: 9007199254740993n, c: 100000000000000000000n };
  assertEquals(apply(JSON_PATCH, body, document), document);
  assertThrows(() => apply(JSON_PATCH, body, { ...document, b: 9007199254740992 }));
});

Deno.test("applyPatchBody() takes either spelling of a field in every patch", () => {
  const definition = schema.struct("apiextensions/v1", "CustomResourceDefinition");
  const own = `${NAMES.kubernetes.definitionExtensionPrefix}int-or-string`;
  const other = `${NAMES.orch.definitionExtensionPrefix}int-or-string`;
  const around = (field: string, value: boolean) => ({
    spec: { versions: [{ schema: { openAPIV3Schema: { not: { [field]: value } } } }] },
  });
  const inside = (object: JsonObject) => JSON.stringify(object);
  assertEquals(
    inside(apply(MERGE_PATCH, inside(around(other, true)), around(own, false), definition)),
    inside(around(own, true)),
  );
  const path = "/spec/versions/0/schema/openAPIV3Schema/not";
  const operations = [
    [{ op: "replace", path: `${path}/${other}`, value: true }],
    [{ op: "test", path: `${path}/${other}`, value: false }, {
      op: "add",
      path,
      value: { [other]: true },
    }],
    [{ op: "remove", path: `${path}/${other}` }, {
      op: "add",
      path: `${path}/${own}`,
      value: true,
    }],
    [
      { op: "move", from: `${path}/${other}`, path: "/spec/moved" },
      { op: "add", path: `${path}/${other}`, value: true },
      { op: "remove", path: "/spec/moved" },
    ],
  ];
  for (const patch of operations) {
    assertEquals(
      inside(apply(JSON_PATCH, JSON.stringify(patch), around(own, false), definition)),
      inside(around(own, true)),
    );
  }
});
