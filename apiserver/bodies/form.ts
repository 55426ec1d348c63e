/**
 * The form in which a client wants an answer.
 *
 * @module
 */

import { notAcceptable } from "../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { type MediaType, parseAccept } from "./media_type.ts";

/** How objects are written. */
export type Encoding = "json" | "yaml" | "protobuf";

/** What of objects is shown. */
export type Shape = "object" | "PartialObjectMetadata" | "Table";

/**
 * The form of an answer, as negotiated from `Accept`: the encoding (JSON, YAML or Protobuf) and the
 * shape (the objects themselves, their metadata only, or a table).
 */
export interface Form {
  /** Tells it apart from all other forms. */
  readonly name: string;
  readonly encoding: Encoding;
  readonly shape: Shape;
  /** The group and version that a shape was asked for by, which the answer echoes; "" of objects. */
  readonly shapeVersion: string;
  /** The `Content-Type` of the answer. */
  readonly contentType: string;
  /** JSON for people: indented. */
  readonly pretty: boolean;
}

/** What a resource can be shown as. */
export interface Offers {
  /** False for kinds without a Protobuf form. */
  readonly protobuf: boolean;
  /** Whether there are shapes of it: not of what is no object of a resource. */
  readonly shapes: boolean;
  /** Set where one answer holds many objects in turn, of which YAML has no form. */
  readonly stream?: boolean;
}

/** The media types of each encoding, the one that answers name first. */
const MEDIA_TYPES: Readonly<Record<string, Encoding>> = {
  "application/json": "json",
  "application/yaml": "yaml",
  ...Object.fromEntries(DIALECTS.map((one) => [NAMES[one].protobufMediaType, "protobuf"])),
};

const META_GROUPS = new Set(DIALECTS.map((dialect) => NAMES[dialect].group("meta")));

/** Shapes by the name that a client asks for them by. */
const SHAPES: Readonly<Record<string, Shape>> = {
  Table: "Table",
  PartialObjectMetadata: "PartialObjectMetadata",
  PartialObjectMetadataList: "PartialObjectMetadata",
};

/** JSON of whole objects. */
export const PLAIN: Form = formOf("application/json", "json", "object", "", false);

function formOf(
  contentType: string,
  encoding: Encoding,
  shape: Shape,
  shapeVersion: string,
  pretty: boolean,
): Form {
  const name = `${contentType} ${shape} ${shapeVersion}${pretty ? " pretty" : ""}`;
  return { name, encoding, shape, shapeVersion, contentType, pretty };
}

/** Forms by `Accept` headers: clients send few different ones. */
const known = new Map<string, Form | undefined>();
const KNOWN_HEADERS = 500;

/** Chooses the first form of an `Accept` header that is on offer. Throws a 406. */
export function negotiate(accept: string, offers: Offers, pretty: boolean): Form {
  if (!pretty && (accept === "" || accept === "*/*" || accept === "application/json")) return PLAIN;
  const name = `${offers.protobuf} ${offers.shapes} ${offers.stream} ${pretty} ${accept}`;
  let form = known.get(name);
  if (form === undefined) {
    form = choose(accept, offers, pretty);
    if (form === undefined) throw notAcceptable(acceptable(offers));
    if (known.size >= KNOWN_HEADERS) known.clear();
    if (name.length < 1000) known.set(name, form);
  }
  return form;
}

function choose(accept: string, offers: Offers, pretty: boolean): Form | undefined {
  if (accept.trim() === "") return formOf("application/json", "json", "object", "", pretty);
  for (const type of parseAccept(accept)) {
    const form = formFor(type, offers, pretty);
    if (form !== undefined) return form;
  }
  return undefined;
}

function formFor({ name, parameters }: MediaType, offers: Offers, isPretty: boolean) {
  const contentType = name === "*/*" || name === "application/*" ? "application/json" : name;
  const encoding = Object.hasOwn(MEDIA_TYPES, contentType) ? MEDIA_TYPES[contentType] : undefined;
  if (encoding === undefined) return undefined;
  const { as, g = "", v = "" } = parameters;
  const pretty = isPretty || parameters.pretty === "1";
  // Who says a group or a version asks for a shape, and none is without a name.
  if (as === undefined && (g !== "" || v !== "")) return undefined;
  // Metadata has a Protobuf form also where the rest of an object has none.
  const protobuf = offers.protobuf || as?.startsWith("PartialObjectMetadata") === true;
  if (!isOffered(encoding, { ...offers, protobuf })) return undefined;
  if (as === undefined) return formOf(contentType, encoding, "object", "", pretty);
  const shape = Object.hasOwn(SHAPES, as) ? SHAPES[as] : undefined;
  if (shape === undefined || !offers.shapes || !META_GROUPS.has(g)) return undefined;
  if (v !== "v1" && v !== "v1beta1") return undefined;
  // Cells are any JSON: there is no Protobuf of them.
  if (shape === "Table" && encoding === "protobuf") return undefined;
  return formOf(contentType, encoding, shape, `${g}/${v}`, pretty);
}

/** The media types that a 406 tells of. */
function acceptable(offers: Offers): string[] {
  return Object.entries(MEDIA_TYPES)
    .filter(([, encoding]) => isOffered(encoding, offers))
    .map(([name]) => name);
}

function isOffered(encoding: Encoding, { protobuf, stream }: Offers): boolean {
  return encoding === "protobuf" ? protobuf : encoding === "json" || stream !== true;
}

/** The encoding of a request's body by its `Content-Type`; undefined for none that is read. */
export function encodingOf(contentType: string): Encoding | undefined {
  const name = contentType.split(";", 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, name) ? MEDIA_TYPES[name] : undefined;
}

/** The media types that bodies may have. */
export const BODY_TYPES: readonly string[] = Object.keys(MEDIA_TYPES);
