/**
 * Objects between the version that they are stored in and one that clients speak.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import type { VersionConverter } from "../resource/served_resource.ts";
import type { Converter } from "./conversion/mod.ts";
import type { Definition } from "./definition.ts";
import { fieldsReader } from "./selectable_fields.ts";
import type { VersionSchema } from "./version_schema.ts";

/** A version of a definition, and what becomes of objects on their way to it and from it. */
export interface VersionParts {
  readonly definition: Definition;
  readonly version: CustomResourceDefinitionVersion;
  readonly schema: VersionSchema;
  /** Of the version in which objects are stored. */
  readonly storedSchema: VersionSchema;
  readonly converter: Converter;
}

/**
 * How objects that are stored in another version are shown in this one; undefined: there are none.
 * What came from one version to another is there what it would be had it been read from the store:
 * without fields that the schema there doesn't know, and where it is stored with its defaults.
 */
export function versionConverter(
  { definition, version, schema, storedSchema, converter }: VersionParts,
): VersionConverter | undefined {
  const { name, selectableFields = [] } = version;
  const { group, storageVersion, storedVersions } = definition;
  if (name === storageVersion.name && storedVersions.every((one) => one === name)) {
    return undefined;
  }
  const own = formatApiVersion(group, name);
  const stored = formatApiVersion(group, storageVersion.name);
  const shown = (object: JsonObject) => {
    schema.pruneStored(object);
    return object;
  };
  const kept = (object: JsonObject) => {
    storedSchema.afterDecode(object);
    return object;
  };
  const { convert, convertOne } = converter;
  if (convertOne !== undefined) {
    // What was converted shares parts with what it was made of.
    const copyAs = (object: JsonObject, apiVersion: string) =>
      copyJson(convertOne(object, apiVersion)) as JsonObject;
    return {
      fromStored: (object) => object.apiVersion === own ? object : shown(copyAs(object, own)),
      toStored: (object) => object.apiVersion === stored ? object : kept(copyAs(object, stored)),
    };
  }
  const never = new AbortController().signal;
  return {
    fromStored: (object) => {
      if (object.apiVersion === own) return object;
      throw new Error(`an object of ${String(object.apiVersion)} was not converted before`);
    },
    async toStored(object) {
      if (object.apiVersion === stored) return object;
      const [converted = object] = await convert([object], stored, never);
      return kept(converted);
    },
    async manyFromStored(objects, signal) {
      const converted = await convert(objects, own, signal);
      return converted.map((object, index) => object === objects[index] ? object : shown(object));
    },
    ...(selectableFields.length > 0 && { shownFields: fieldsReader(selectableFields) }),
  };
}
