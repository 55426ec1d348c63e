/**
 * Objects in the forms that clients ask for, each made once and kept with the object.
 *
 * @module
 */

import {
  decodeUntypedJson,
  encodeEnveloped,
  encodeJson,
  encodeProtobuf,
  encodeUntypedJson,
  encodeYaml,
  type JsonObject,
  rawText,
} from "../../toolkit/codec/mod.ts";
import { derivedForms, noneDerived } from "../storage/cache/mod.ts";
import type { StoredProtobuf } from "../storage/stored_protobuf.ts";
import { objectOf } from "../resource/object_coder.ts";
import { withNewline } from "../resource/revision_splice.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { Form } from "./form.ts";
import { indented } from "./indented.ts";
import {
  PARTIAL_TYPE,
  partialOf,
  type Representation,
  rowOf,
  TABLE_TAIL,
  tableHead,
  type TableLook,
} from "./shapes.ts";

export type { Representation };

/** An object to show that is in no cache. */
export function representationOf(json: Uint8Array, protobuf?: StoredProtobuf): Representation {
  return { json, derived: noneDerived(), protobuf };
}

/** Protobuf of an object, or of its metadata alone, that need not be made anew. */
export function storedForm(
  protobuf: StoredProtobuf | undefined,
  { encoding, shape, shapeVersion }: Form,
): Uint8Array | undefined {
  if (protobuf === undefined || encoding !== "protobuf" || shape === "Table") return undefined;
  return shape === "object" ? protobuf.whole : protobuf.partial(shapeVersion);
}

const encoder = new TextEncoder();

/** As other versions show it; as the whole body of an answer; as an element of a list. */
const converted = derivedForms<Representation, Representation>("view");
const bodies = derivedForms<Representation, Uint8Array>("body");
const items = derivedForms<Representation, Uint8Array>("item");

/** The object as its resource shows it, which may not be as it is stored. */
export function convertToVersion(resource: ServedResource, stored: Representation): Representation {
  const { converter } = resource;
  if (converter === undefined) return stored;
  return converted.of(
    stored,
    versionName(resource),
    () => representationOf(jsonOf(resource, converter.fromStored(objectOf(stored)))),
  );
}

function versionName({ group, version }: ServedResource): string {
  return `${group}/${version}`;
}

/** The JSON of an object of a resource. */
export function jsonOf({ type }: Pick<ServedResource, "type">, object: JsonObject): Uint8Array {
  return type === undefined ? encodeUntypedJson(object) : encodeJson(type, object);
}

/** Whether {@link convertForResponse} may have anything to ask for. */
export function needsConversion({ converter }: ServedResource): boolean {
  return converter?.manyFromStored !== undefined;
}

/** Asks for all that {@link convertToVersion} needs to show these objects, where it can't see to that itself. */
export async function convertForResponse(
  resource: ServedResource,
  stored: readonly Representation[],
  signal: AbortSignal,
): Promise<void> {
  const { converter } = resource;
  if (converter?.manyFromStored === undefined) return;
  const name = versionName(resource);
  const missing = stored.filter((one) => !converted.has(one, name));
  if (missing.length === 0) return;
  const shown = await converter.manyFromStored(missing.map(objectOf), signal);
  for (const [index, one] of missing.entries()) {
    converted.set(one, name, representationOf(jsonOf(resource, shown[index] as JsonObject)));
  }
}

/** An object as the whole body of an answer. */
export function objectBody(
  resource: ServedResource,
  stored: Representation,
  form: Form,
  look: TableLook,
): Uint8Array {
  const shown = convertToVersion(resource, stored);
  if (form.shape === "object" && form.encoding === "json" && !form.pretty) {
    return withNewline(shown.json);
  }
  if (form.shape === "Table") return encoder.encode(singleTable(resource, shown, form, look));
  return storedForm(shown.protobuf, form) ?? bodies.of(shown, form.name, () => {
    const object = objectOf(shown);
    return form.shape === "object"
      ? encoded(object, resource.type, form)
      : encoded(partialOf(object, form.shapeVersion), PARTIAL_TYPE, form);
  });
}

function singleTable(
  resource: ServedResource,
  shown: Representation,
  form: Form,
  look: TableLook,
): string {
  const { resourceVersion } = objectOf(shown).metadata as JsonObject;
  const head = tableHead(resource, form.shapeVersion, { resourceVersion }, true);
  const row = new TextDecoder().decode(rowOf(resource, shown, form.shapeVersion, look));
  return inEncoding(`${head}${row}${TABLE_TAIL}`, form);
}

/** Lists may be as long as they are. */
const UNLIMITED = { limitBytes: Infinity };

/** Compact JSON in the encoding of a form that is no Protobuf. */
export function inEncoding(json: string, form: Form): string {
  if (form.encoding === "yaml") return encodeYaml(decodeUntypedJson(json, UNLIMITED));
  return `${form.pretty ? indented(json) : json}\n`;
}

/** Any object in a form; `type` is undefined for one that has no Protobuf form either. */
export function encoded(
  object: JsonObject,
  type: ServedResource["type"],
  form: Form,
): Uint8Array {
  if (form.encoding === "protobuf") return encodeEnveloped(type!, object);
  const json = type === undefined
    ? rawText(object)
    : new TextDecoder().decode(encodeJson(type, object));
  return encoder.encode(inEncoding(json, form));
}

/** An object as an element of a list in a form: JSON between commas, or a Protobuf field. */
export function listItem(
  resource: ServedResource,
  stored: Representation,
  form: Form,
  look: TableLook,
): Uint8Array {
  const shown = convertToVersion(resource, stored);
  if (form.shape === "object" && form.encoding !== "protobuf") {
    return items.of(shown, "json", () => withoutKind(resource, shown.json));
  }
  if (form.shape === "Table") return rowOf(resource, shown, form.shapeVersion, look);
  return items.of(shown, form.name, () => {
    const object = objectOf(shown);
    if (form.encoding !== "protobuf") {
      return encodeJson(PARTIAL_TYPE, partialOf(object, form.shapeVersion));
    }
    return form.shape === "object"
      ? protobufItem(encodeProtobuf(resource.type!, object))
      : protobufItem(encodeProtobuf(PARTIAL_TYPE, partialOf(object, form.shapeVersion)));
  });
}

/** The bytes at the start of each object's JSON, after its brace, that lists leave out. */
export function kindBytes(resource: Pick<ServedResource, "type" | "kind" | "group" | "version">) {
  // Objects of no known type keep theirs, as the reference has it.
  if (resource.type === undefined) return 0;
  const { group, version } = resource;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return JSON.stringify({ kind: resource.kind, apiVersion }).length - 1;
}

const BRACE = 0x7b;

function withoutKind(resource: ServedResource, json: Uint8Array): Uint8Array {
  const skipped = kindBytes(resource);
  if (skipped === 0) return json;
  const item = json.slice(skipped);
  item[0] = BRACE;
  return item;
}

/** The tag of field 2 of a list message: its items. */
const ITEMS_TAG = 0x12;

function protobufItem(message: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = message.length;
  while (rest > 0x7f) {
    length.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  length.push(rest);
  const item = new Uint8Array(1 + length.length + message.length);
  item[0] = ITEMS_TAG;
  item.set(length, 1);
  item.set(message, 1 + length.length);
  return item;
}
