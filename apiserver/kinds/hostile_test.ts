/**
 * Whatever has the types of a kind's fields is judged: no rule breaks on it, as a client would be
 * told of a fault of the server then.
 */
import { runs } from "../../testing/requirements.ts";
import { Random, randomObject } from "../../testing/random_objects.ts";
import { canonicalObject, type JsonObject } from "../../toolkit/codec/mod.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Resource, schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { metadataOf } from "../resource/metadata.ts";
import { type Strategy, strategyErrors, type Writing } from "../resource/strategy.ts";
import { rulesOf } from "./declarations.ts";
import { fieldsReader } from "./fields.ts";
import { strategyOfObjects, strategyOfSubresource } from "./strategies.ts";

const schema = schemaOf("kubernetes");
const WRITING: Writing = {
  uid: () => "00000000-0000-4000-8000-000000000009",
  warn() {},
  user: { name: "somebody", uid: "", groups: [], extra: {} },
  time: () => "2026-01-01T00:00:00Z",
};

/** An object as the registry hands it to a strategy. */
function arrived(type: StructType, seed: number, { namespaced }: Resource): JsonObject {
  const object = canonicalObject(type, randomObject(type, new Random(seed)));
  const metadata = metadataOf(object);
  metadata.name = "x";
  if (namespaced) metadata.namespace = "ns";
  return object;
}

function write(strategy: Strategy, object: JsonObject, old: JsonObject): void {
  strategy.setDefaults?.(object);
  strategy.prepareForUpdate?.(object, old, WRITING);
  runToEnd(strategyErrors(strategy, object, old, WRITING)).forEach(String);
  strategy.warnings?.(object, old);
}

for (const resource of schema.resources.filter(({ verbs }) => verbs.includes("update"))) {
  const { group, version, kind, resource: plural, subresources } = resource;
  Deno.test(`${plural} ${version} are judged, whatever they say`, () => {
    const type = schema.kind(group, version, kind)!;
    const rules = rulesOf(type.package, plural, NAMES.kubernetes);
    const whole = strategyOfObjects(rules, type, subresources.includes("status"));
    const addFields = fieldsReader(rules);
    const check = (seed: number) => {
      const make = (more: number) => arrived(type, seed + more, resource);
      const old = make(0);
      whole.setDefaults?.(old);
      // As it might have been stored, and as it is shown.
      rules.columns?.cells(old);
      addFields(old, {});
      const made = make(0);
      whole.setDefaults?.(made);
      whole.prepareForCreate?.(made, WRITING);
      runToEnd(strategyErrors(whole, made, undefined, WRITING)).forEach(String);
      whole.warnings?.(made, undefined);
      write(whole, make(1), old);
      whole.gracePeriodSeconds?.(old, undefined);
      whole.holdsDeletion?.(old);
      for (const [name, part] of Object.entries(rules.subresources ?? {})) {
        write(strategyOfSubresource(name, part, whole, type), make(2), old);
      }
    };
    fc.assert(fc.property(fc.integer(), check), { numRuns: runs(60), endOnFailure: true });
  });
}
