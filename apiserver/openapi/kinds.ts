/**
 * Which definitions are kinds of the API, and the definitions of those that are not built in.
 *
 * @module
 */

import { NAMES } from "../../toolkit/names.ts";
import { type GroupVersionKind, schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { Definitions } from "./definitions.ts";
import { describeField, metadataWords } from "../../toolkit/descriptions/mod.ts";
import type { DescribedGroupVersion, DescribedResource, OpenApiSchema } from "./described.ts";
import { customDefinitionName } from "./names.ts";

/** The kinds behind definitions, by name. */
export type Kinds = ReadonlyMap<string, readonly GroupVersionKind[]>;

/** Kinds that are of no group version, as all have them: what every client knows before it knows of any. */
const UNVERSIONED = [
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "APIVersions",
  "Status",
] as const;

/** The kinds of some group versions; defines those of custom resources. */
export function* kindsOf(
  groupVersions: readonly DescribedGroupVersion[],
  definitions: Definitions,
): SlicedTask<Kinds> {
  const schema = schemaOf(definitions.dialect);
  const kinds = new Map<string, GroupVersionKind[]>();
  const add = (name: string, { group, version, kind }: GroupVersionKind) => {
    const known = kinds.get(name) ?? [];
    if (known.some((each) => each.group === group && each.version === version)) return;
    kinds.set(name, [...known, { group, kind, version }]);
  };
  const addType = (type: StructType | undefined, kind: GroupVersionKind) => {
    if (type !== undefined) add(definitions.nameOf(type), kind);
  };
  for (const { group, version, resources } of groupVersions) {
    for (const kind of ["DeleteOptions", "WatchEvent"]) {
      // Every group version has these as its own, and the core group's as well.
      for (const home of [{ group: "", version: "v1" }, { group, version }]) {
        addType(schema.struct("meta/v1", kind), { ...home, kind });
      }
    }
    for (const resource of resources) {
      const { kind, listKind, type } = resource;
      if (type === undefined) {
        yield* defineCustom(resource, definitions);
        for (const each of [kind, listKind]) {
          add(customDefinitionName(resource, each, definitions.dialect), {
            group,
            version,
            kind: each,
          });
        }
      } else {
        addType(type, { group, version, kind });
        addType(schema.kind(group, version, listKind), { group, version, kind: listKind });
      }
      for (const subresource of resource.subresources.values()) {
        addType(
          schema.kind(subresource.group, subresource.version, subresource.kind),
          subresource,
        );
      }
    }
  }
  for (const kind of UNVERSIONED) {
    addType(schema.struct("meta/v1", kind), { group: "", version: "v1", kind });
  }
  // Objects within objects are of their kind in documents of other group versions too, as claims of stateful sets.
  for (const { group, version, kind } of schema.resources) {
    const type = schema.kind(group, version, kind);
    if (type !== undefined && !kinds.has(definitions.nameOf(type))) {
      addType(type, { group, version, kind });
    }
  }
  return kinds;
}

/** What is said of objects of which nobody says anything. */
const NOTHING: readonly undefined[] = [];

function* defineCustom(
  resource: DescribedResource,
  definitions: Definitions,
): SlicedTask<void> {
  const { kind, listKind } = resource;
  const { dialect } = definitions;
  const meta = (name: "ObjectMeta" | "ListMeta") => {
    const ref = definitions.ref(definitions.nameOf(schemaOf(dialect).struct("meta/v1", name)));
    return definitions.withMore(ref, { description: metadataWords(name) });
  };
  const typeMetaOf = schemaOf(dialect).struct("meta/v1", "TypeMeta");
  const typeMeta = Object.fromEntries(
    [...typeMetaOf.properties].map(([name, field]) => [
      name,
      { description: describeField(typeMetaOf, field), type: "string" },
    ]),
  );
  const fields = [...resource.selectable ?? []].map((fieldPath) => ({ fieldPath }));
  const selectable = fields.length > 0 &&
    { [definitions.extension("selectable-fields")]: fields };
  const name = customDefinitionName(resource, kind, dialect);
  const own = yield* resource.describe?.({
    version: definitions.version,
    extensionPrefix: NAMES[dialect].definitionExtensionPrefix,
    metadata: meta("ObjectMeta"),
  }) ?? NOTHING;
  yield;
  definitions.define(name, () => {
    // Clients of the older version take the fields that they are told of for all that there are.
    if (own === undefined && definitions.version === 2) return { type: "object", ...selectable };
    const { properties, ...rest } = own ??
      { type: "object", [definitions.extension("preserve-unknown-fields")]: true };
    const added = { ...typeMeta, metadata: meta("ObjectMeta") };
    return {
      ...rest,
      properties: { ...properties as OpenApiSchema | undefined, ...added },
      ...selectable,
    };
  });
  definitions.define(customDefinitionName(resource, listKind, dialect), () => ({
    description: `A list of ${kind} objects.`,
    type: "object",
    required: ["items"],
    properties: {
      ...typeMeta,
      metadata: meta("ListMeta"),
      items: { type: "array", items: definitions.ref(name) },
    },
    ...selectable,
  }));
}
