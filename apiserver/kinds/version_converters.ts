/**
 * Resources that show the stored objects of another: events of two groups, autoscalers of two
 * versions. One object, two ways to write it.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { formatApiVersion, type Resource, type Schema } from "../../toolkit/schema/mod.ts";
import { mergeTypeOf, type OtherVersions } from "../fieldmanager/mod.ts";
import type { LocalVersionConverter } from "../resource/served_resource.ts";
import { autoscalerConverter } from "./autoscaling/v1_conversion.ts";

/** How a resource shows the objects of the one that it is another view of. */
export function versionConverterOf(resource: Resource, schema: Schema): LocalVersionConverter {
  const stored = resource.sameObjectAs!;
  const own = formatApiVersion(resource.group, resource.version);
  const theirs = formatApiVersion(stored.group, stored.version);
  const make = CONVERTERS[resource.resource];
  if (make === undefined) throw new Error(`no converter to ${own} ${resource.resource} is known`);
  const converter = make(schema);
  return {
    ...converter,
    fromStored: (object) => ({ ...converter.fromStored(object), apiVersion: own }),
    toStored: (object) => ({ ...converter.toStored(object), apiVersion: theirs }),
    toStoredAsSaid: (object) => ({
      ...converter.toStoredAsSaid?.(object) ?? converter.toStored(object),
      apiVersion: theirs,
    }),
  };
}

/** The views of one stored kind, each other's versions; undefined: there is one view. */
export function otherVersionsOf(resource: Resource, schema: Schema): OtherVersions | undefined {
  const { group, version, resource: plural } = resource.sameObjectAs ?? resource;
  const views = schema.resources.filter(({ sameObjectAs: same }) =>
    same?.group === group && same.version === version && same.resource === plural
  );
  if (views.length === 0) return undefined;
  const converters = new Map(
    views.map((view) =>
      [formatApiVersion(view.group, view.version), versionConverterOf(view, schema)] as const
    ),
  );
  const stored = schema.resource(group, version, plural);
  const kinds = [...views, ...stored === undefined ? [] : [stored]];
  const types = new Map(
    kinds.map((one) =>
      [
        formatApiVersion(one.group, one.version),
        schema.kind(one.group, one.version, one.kind),
      ] as const
    ),
  );
  return {
    schemaOf(apiVersion) {
      const type = types.get(apiVersion);
      return type && mergeTypeOf(type);
    },
    convert(object, apiVersion) {
      const asStored = converters.get(String(object.apiVersion))?.toStoredAsSaid?.(object) ??
        object;
      return converters.get(apiVersion)?.fromStored(asStored) ?? asStored;
    },
  };
}

const CONVERTERS: Readonly<Record<string, (schema: Schema) => LocalVersionConverter>> = {
  events: () => ({
    fromStored: (object) => renamed(object, EVENT_FIELDS),
    toStored: (object) => renamed(object, EVENT_FIELDS.map(([old, now]) => [now, old])),
    storedField(field) {
      const [first = "", ...rest] = field.split(".");
      const found = EVENT_FIELDS.find((names) => names.includes(first));
      // By its old name a field is none of the new group's, and what is deprecated is only shown.
      const isNone = found?.[0] === first || found?.[1].startsWith("deprecated");
      return isNone ? "" : [found?.[0] ?? first, ...rest].join(".");
    },
  }),
  horizontalpodautoscalers: autoscalerConverter,
};

/** Fields of stored events by those of the newer group's, in pairs; the rest is alike. */
const EVENT_FIELDS: readonly (readonly [string, string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["reportingComponent", "reportingController"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
];

function renamed(object: JsonObject, pairs: readonly (readonly [string, string])[]): JsonObject {
  const names = new Map(pairs);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
