// A patch made as the difference of two objects turns one into the other; and whatever a patch is,
// it returns an object or throws a StatusError.

import { runs } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import {
  JSON_PATCH,
  type JsonObject,
  jsonPatch,
  MERGE_PATCH,
  readPatch,
  STRATEGIC_MERGE_PATCH,
  strategicMergePatch,
} from "./mod.ts";

const podSpec = schemaOf("kubernetes").struct("core/v1", "Pod");

const text = fc.constantFrom("a", "b", "c", "d");
const few = { maxLength: 4 };
const map = fc.dictionary(fc.constantFrom("x", "y", "__proto__", "constructor"), text);
/** A list whose elements differ by one field. */
const keyed = (key: string, rest: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(fc.record({ [key]: text, ...rest }), { ...few, selector: (each) => each[key] });
const containers = keyed("name", {
  image: text,
  env: keyed("name", { value: text }),
  args: fc.array(text, few),
});
const pods: fc.Arbitrary<JsonObject> = fc.record({
  metadata: fc.record({ labels: map, finalizers: fc.uniqueArray(text, few) }),
  spec: fc.record({
    containers,
    nodeSelector: map,
    tolerations: fc.array(fc.record({ key: text }), few),
  }, { requiredKeys: ["containers"] }),
  // As a parser makes them: with the ordinary prototype.
}).map((pod) => JSON.parse(JSON.stringify(pod)));

const MERGE_KEYS: Readonly<Record<string, string>> = { containers: "name", env: "name" };

/** The strategic merge patch that turns `from` into `to`, in its order. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const patch = Object.fromEntries(
    Object.keys(from).filter((name) => !Object.hasOwn(to, name)).map((name) => [name, null]),
  ) as JsonObject;
  for (const [name, wanted] of Object.entries(to)) {
    const was = Object.hasOwn(from, name) ? from[name] : undefined;
    const key = MERGE_KEYS[name];
    let change = wanted;
    if (isObject(was) && isObject(wanted)) change = difference(was, wanted);
    else if (Array.isArray(was) && Array.isArray(wanted) && key !== undefined) {
      change = elementChanges(was, wanted, key);
      patch[`$setElementOrder/${name}`] = wanted.map((each) => ({ [key]: each[key] }));
    } else if (Array.isArray(was) && Array.isArray(wanted) && name === "finalizers") {
      change = wanted.filter((each) => !was.includes(each));
      patch[`$setElementOrder/${name}`] = wanted;
      patch[`$deleteFromPrimitiveList/${name}`] = was.filter((each) => !wanted.includes(each));
    }
    Object.defineProperty(patch, name, {
      value: change,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return patch;
}

function elementChanges(was: JsonObject[], wanted: JsonObject[], key: string): JsonObject[] {
  const gone = was.filter((each) => !wanted.some((other) => other[key] === each[key]));
  const changes = wanted.map((each) => {
    const before = was.find((other) => other[key] === each[key]);
    return before === undefined ? each : { ...difference(before, each), [key]: each[key] };
  });
  return [...changes, ...gone.map((each) => ({ $patch: "delete", [key]: each[key] }))];
}

Deno.test("strategicMergePatch() of a difference makes the target, twice as well as once", () => {
  fc.assert(
    fc.property(pods, pods, (from, to) => {
      const patch = difference(from, to);
      const before = JSON.stringify([from, patch]);
      const once = strategicMergePatch(podSpec, from, patch);
      assertEquals(once, to);
      assertEquals(strategicMergePatch(podSpec, once, patch), to);
      assertEquals(JSON.stringify([from, patch]), before, "an argument was changed");
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("jsonPatch() undoes what it does", () => {
  const places = fc.constantFrom("/metadata/labels", "/spec", "/spec/containers/0", "/metadata/n");
  fc.assert(
    fc.property(pods, places, text, (pod, place, value) => {
      const path = `${place}/new`;
      fc.pre(
        place !== "/metadata/n" && (!place.endsWith("0") || firstContainer(pod) !== undefined),
      );
      const there = jsonPatch(pod, [{ op: "add", path, value }, { op: "test", path, value }]);
      assertEquals(jsonPatch(there, [{ op: "remove", path }]), pod);
      const moved = jsonPatch(there, [{ op: "move", from: path, path: "/z" }]);
      assertEquals(jsonPatch(moved, [{ op: "remove", path: "/z" }]), pod);
    }),
    { numRuns: runs(1000) },
  );
});

function firstContainer(pod: JsonObject): unknown {
  return ((pod.spec as JsonObject).containers as unknown[])[0];
}

const anyName = fc.constantFrom(
  ..."metadata spec containers name image env finalizers volumes labels ports".split(" "),
  ..."$patch $retainKeys $setElementOrder/containers $setElementOrder/finalizers".split(" "),
  ..."$deleteFromPrimitiveList/finalizers $deleteFromPrimitiveList/containers".split(" "),
  ..."$setElementOrder/ $setElementOrder/nothing __proto__ op path from value 0".split(" "),
);
const anyText = fc.oneof(
  fc.constantFrom(
    "replace",
    "delete",
    "merge",
    "a",
    "name",
    "add",
    "remove",
    "move",
    "copy",
    "test",
  ),
  fc.array(anyName, few).map((names) =>
    names.map((name) => `/${name.replace("/", "~1")}`).join("")
  ),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    anyText,
    fc.constantFrom(null, 0, -1, 1e300, true),
    fc.array(tie("json"), { maxLength: 4 }),
    tie("object"),
    tie("object"),
  ),
  object: fc.array(fc.tuple(anyName, tie("json")), { maxLength: 5 })
    .map((members) => Object.fromEntries(members)),
}));
const operations = fc.array(
  fc.record({ op: anyText, path: anyText, from: anyText, value: json }, { requiredKeys: ["op"] }),
);

function attempt(mediaType: string, patch: unknown, document: JsonObject): void {
  const before = JSON.stringify(document);
  try {
    const body = new TextEncoder().encode(JSON.stringify(patch));
    assertEquals(isObject(readPatch({ mediaType, body, type: podSpec })(document)), true);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code >= 500) throw error;
  }
  assertEquals(JSON.stringify(document), before, "the document was changed");
}

const documents = fc.oneof(pods, json.filter(isObject));

for (const mediaType of [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH]) {
  Deno.test(`readPatch() of ${mediaType} refuses with a StatusError, or applies`, () => {
    fc.assert(
      fc.property(mediaType === JSON_PATCH ? operations : json, documents, (patch, document) => {
        attempt(mediaType, patch, document);
      }),
      { numRuns: runs(3000) },
    );
  });
}
