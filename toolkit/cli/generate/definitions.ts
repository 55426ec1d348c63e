/**
 * Definitions of kinds, as manifests and clusters have them.
 *
 * @module
 */

import { CustomResourceDefinition } from "../../kinds/built_in.ts";
import { dynamicKind, groupOfKinds } from "../../kinds/mod.ts";
import { compareVersions } from "../../schema/compare_versions.ts";
import { isObject, type JsonObject } from "../../values/json.ts";
import { CommandError } from "../command.ts";

/** A kind as its definition has it. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Lower case; what the kind may be called besides. */
  readonly otherNames: readonly string[];
  /** Those that are served, the one that is meant where none is named first. */
  readonly versions: readonly [DefinedVersion, ...DefinedVersion[]];
}

/** One version of a kind. */
export interface DefinedVersion {
  readonly version: string;
  readonly schema: JsonObject;
  /** What to use instead. */
  readonly deprecated: string | undefined;
}

/** The kinds that are defined among some objects; `source` is what messages call these. */
export function definitionsIn(objects: readonly unknown[], source: string): DefinedKind[] {
  const all = objects.flatMap((object) =>
    isObject(object) && Array.isArray(object.items) ? object.items : [object]
  );
  return all.filter(isDefinition).map((object) => {
    try {
      return definedKind(object);
    } catch (error) {
      const { name } = objectAt(object.metadata);
      throw new CommandError(
        `${source}: the definition ${JSON.stringify(name ?? "")} can't be read: ${
          (error as Error).message
        }`,
      );
    }
  });
}

function isDefinition(object: unknown): object is JsonObject {
  if (!isObject(object) || object.kind !== CustomResourceDefinition.kind) return false;
  const [group = ""] = String(object.apiVersion).split("/");
  return groupOfKinds(group) === CustomResourceDefinition.group;
}

function definedKind(object: JsonObject): DefinedKind {
  const expected = CustomResourceDefinition.version;
  if (String(object.apiVersion).split("/")[1] !== expected) {
    throw new Error(`it is of ${object.apiVersion}: only ${expected} is read`);
  }
  const spec = objectAt(object.spec);
  const names = objectAt(spec.names);
  const versions = listOf(spec.versions).map(objectAt).filter(({ served }) => served !== false)
    .map(({ version: _, name, schema, deprecated, deprecationWarning }) => ({
      version: name as string,
      schema: objectAt(objectAt(schema).openAPIV3Schema),
      deprecated: deprecated === true
        ? (typeof deprecationWarning === "string" ? deprecationWarning : "use another version")
        : undefined,
    })).sort((one, other) => compareVersions(String(one.version), String(other.version)));
  const [first, ...others] = versions;
  if (first === undefined) throw new Error("none of its versions is served");
  for (const { version } of versions) {
    // Names become code, and paths: what no server would take is refused here.
    dynamicKind({
      group: spec.group as string,
      version,
      kind: names.kind as string,
      plural: names.plural as string,
    });
  }
  const kind = names.kind as string;
  const otherNames = [names.singular, ...listOf(names.shortNames)]
    .filter((name) => typeof name === "string").map((name) => name.toLowerCase());
  return {
    group: spec.group as string,
    kind,
    plural: names.plural as string,
    namespaced: spec.scope !== "Cluster",
    otherNames: [kind.toLowerCase(), ...otherNames],
    versions: [first, ...others],
  };
}

/** Those of these names: kinds, plurals, singulars, short names, with a group or without; none: all. */
export function selected(
  kinds: readonly DefinedKind[],
  names: readonly string[],
): readonly DefinedKind[] {
  if (names.length === 0) return kinds;
  const chosen = new Set<DefinedKind>();
  for (const name of names) {
    const wanted = name.toLowerCase();
    const found = kinds.filter(({ plural, group, otherNames }) =>
      [plural, ...otherNames].some((one) => one === wanted || `${one}.${group}` === wanted)
    );
    if (found.length === 0) {
      const known = kinds.slice(0, SHOWN_NAMES).map(({ plural, group }) => `${plural}.${group}`);
      throw new CommandError(
        `there is no definition of ${JSON.stringify(name)}` +
          (known.length === 0 ? "" : `: there is ${known.join(", ")}`),
      );
    }
    for (const one of found) chosen.add(one);
  }
  return [...chosen];
}

/** More names tell nobody anything. */
const SHOWN_NAMES = 20;

function objectAt(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
