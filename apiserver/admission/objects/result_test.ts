import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { type Refusals, resultOf } from "./result.ts";

const MAPS = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  type: schemaOf("kubernetes").kind("", "v1", "ConfigMap"),
  strategy: {
    setDefaults(object: JsonObject) {
      object.immutable ??= false;
    },
  },
  subresources: new Map(),
} as unknown as ServedResource;
const REQUEST = { resource: MAPS, kind: MAPS, subresource: "" } as unknown as AdmissionRequest;

const BEFORE = {
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: { name: "a", namespace: "n", uid: "u", generation: 7, creationTimestamp: null },
  data: { k: "v" },
};

const refusals = (strict: boolean): Refusals => ({
  strict,
  unusable: (why) => new Error(`unusable: ${why}`),
  changed: (changes) =>
    new Error(changes.map(({ field, from, to }) => `${field}: ${from} -> ${to}`).join()),
});

function made(change: JsonObject | undefined, strict = true): unknown {
  const before = structuredClone(BEFORE);
  try {
    return resultOf(change, BEFORE, REQUEST, MAPS, refusals(strict));
  } catch (error) {
    return (error as Error).message;
  } finally {
    assertEquals(BEFORE, before);
  }
}

const withMeta = (more: object) => ({ ...BEFORE, metadata: { ...BEFORE.metadata, ...more } });
const nested = (depth: number): unknown => depth === 0 ? 1 : { a: nested(depth - 1) };

const REFUSED: readonly (readonly [name: string, change: unknown, why: RegExp])[] = [
  ["no object", 1, /^unusable: the result is not an object$/],
  ["null", null, /^unusable: the result is not an object$/],
  ["a list", [BEFORE], /^unusable: the result is not an object$/],
  ["another kind", { ...BEFORE, kind: "Secret" }, /^kind: ConfigMap -> Secret$/],
  ["a list with its kind", { ...BEFORE, kind: ["ConfigMap"] }, /^kind: ConfigMap -> ConfigMap$/],
  [
    "no kind and version",
    { metadata: BEFORE.metadata },
    /^kind: ConfigMap -> ,apiVersion: v1 -> $/,
  ],
  ["another name", withMeta({ name: "b" }), /^name: a -> b$/],
  [
    "another of all",
    withMeta({ name: "b", namespace: "m", uid: "w" }),
    /^name: .*,namespace: .*,uid: /,
  ],
  ["no metadata", { ...BEFORE, metadata: undefined }, /^name: a -> ,namespace: n -> ,uid: u -> $/],
  ["metadata that is a text", { ...BEFORE, metadata: "a" }, /^unusable: /],
  ["a field of another type", { ...BEFORE, data: { k: 1 } }, /^unusable: /],
  [
    "what is too large",
    { ...BEFORE, data: { k: "x".repeat(9_000_000) } },
    /^unusable: .*larger than/,
  ],
  ["what is too deep", { ...BEFORE, data: nested(600) }, /^unusable: .*more than 500 levels deep$/],
];

for (const [name, change, why] of REFUSED) {
  Deno.test(`resultOf() refuses ${name}`, () => {
    const message = made(change as JsonObject);
    assert(typeof message === "string" && why.test(message), String(message));
  });
}

Deno.test("resultOf() leaves unknown fields out, or refuses them", () => {
  const change = { ...BEFORE, datum: {} };
  assertEquals(made(change, false), { ...BEFORE, immutable: false });
  assertEquals(made(change, true), 'unusable: unknown field "datum"');
});

Deno.test("resultOf() takes back what is the server's alone, and sets defaults", () => {
  const change = withMeta({
    generation: 8,
    creationTimestamp: "2001-01-01T00:00:00Z",
    deletionTimestamp: "2001-01-01T00:00:00Z",
    resourceVersion: "9",
    labels: { a: "b" },
  });
  const wanted = { ...withMeta({ labels: { a: "b" } }), immutable: false };
  assertEquals(made(change), wanted);
  // The change is somebody else's.
  assertEquals(change.metadata.generation, 8);
});
