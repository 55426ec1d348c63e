// Invariants, for every kind in both dialects, filled at random:
// 1. Reading what was written gives the same bytes again: the canonical form is a fixed point.
// 2. It survives Protobuf, and YAML, without a change.
// 3. Order of fields, and spelling of values, do not matter.

import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { DIALECTS } from "../names.ts";
import { formatApiVersion, type Kind, schemaOf } from "../schema/mod.ts";
import { Random, randomObject } from "../../testing/random_objects.ts";
import {
  canonicalObject,
  decodeEnveloped,
  decodeJson,
  decodeYaml,
  encodeEnveloped,
  encodeJson,
  encodeYaml,
} from "./mod.ts";

const META_KINDS = ["Status", "DeleteOptions", "ListOptions", "APIResourceList", "APIGroupList"];

function* allKinds(dialect: "orch" | "kubernetes"): Generator<Kind> {
  const schema = schemaOf(dialect);
  yield* schema.kinds();
  for (const kind of META_KINDS) {
    const type = schema.kind("", "v1", kind);
    if (type !== undefined) yield { group: "", version: "v1", kind, type };
  }
}

const decoder = new TextDecoder();
const textOf = (kind: Kind, object: object) => decoder.decode(encodeJson(kind.type, object));

for (const dialect of DIALECTS) {
  const kinds = [...allKinds(dialect)];

  Deno.test(`encodeJson() and its inverses agree for every kind of the ${dialect} dialect`, () => {
    assert(kinds.length > 190, `only ${kinds.length} kinds`);
    for (const kind of kinds) {
      const property = fc.property(fc.integer(), (seed) => checkKind(kind, seed));
      fc.assert(property, { numRuns: runs(6), endOnFailure: true });
    }
  });
}

function checkKind(kind: Kind, seed: number): void {
  const apiVersion = formatApiVersion(kind.group, kind.version);
  const object = {
    ...randomObject(kind.type, new Random(seed)),
    kind: kind.kind,
    apiVersion,
  };
  const name = `${apiVersion} ${kind.kind}`;
  const text = textOf(kind, object);

  const problems: string[] = [];
  assertEquals(textOf(kind, decodeJson(kind.type, text, { problems })), text, `${name} JSON`);
  assertEquals(problems, [], name);
  assertEquals(textOf(kind, canonicalObject(kind.type, object)), text, `${name} canonical`);

  // YAML is sorted, also inside of raw values, whose order JSON keeps: so YAML is compared.
  const yaml = encodeYaml(decodeJson(kind.type, text));
  const [read] = decodeYaml(yaml);
  assertEquals(encodeYaml(canonicalObject(kind.type, read)), yaml, `${name} YAML`);

  if (!kind.type.hasProtobuf) return;
  const bytes = encodeEnveloped(kind.type, decodeJson(kind.type, text));
  const decoded = decodeEnveloped(bytes, () => kind.type).object;
  assertEquals(textOf(kind, decoded), text, `${name} Protobuf`);
  assertEquals(encodeEnveloped(kind.type, decoded), bytes, `${name} Protobuf again`);
}
