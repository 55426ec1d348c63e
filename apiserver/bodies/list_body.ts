/**
 * Lists in the forms that clients ask for: a head, the objects' own bytes, a tail.
 *
 * @module
 */

import { encodeEnvelope, encodeProtobuf, type JsonObject } from "../../toolkit/codec/mod.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { formatApiVersion, schemaOf } from "../../toolkit/schema/mod.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { JoinedList } from "../storage/cache/mod.ts";
import type { Form } from "./form.ts";
import { composedOf } from "./gzip.ts";
import { TABLE_TAIL, tableHead, type TableLook } from "./shapes.ts";
import { inEncoding, listItem, type Representation } from "./representation.ts";

/** What a list says of itself. */
export interface ListMetadata {
  /** Undefined: it is of no version. */
  readonly resourceVersion?: string | undefined;
  readonly continue?: string | undefined;
  readonly remainingItemCount?: number | undefined;
}

/** What a list is made of. */
export interface ListContent {
  readonly metadata: ListMetadata;
  /** The objects, in order. */
  readonly entries: readonly Representation[];
  /** Their JSON, where that is at hand in one piece. */
  readonly joined?: JoinedList | undefined;
}

const encoder = new TextEncoder();
const COMMA = encoder.encode(",");
const NOTHING = new Uint8Array();

/** The body of a list. */
export function listBody(
  resource: ServedResource,
  content: ListContent,
  form: Form,
  look: TableLook,
): Uint8Array {
  if (form.encoding === "protobuf") return protobufList(resource, content, form);
  const head = headOf(resource, withoutAbsent(content.metadata), form);
  const tail = form.shape === "Table" ? TABLE_TAIL : "]}";
  const { joined } = content;
  const json = joined !== undefined && form.shape === "object" && resource.converter === undefined
    ? joinedBody(head, joined.bytes, tail)
    : concatenated(
      content.entries.map((entry) => listItem(resource, entry, form, look)),
      COMMA,
      encoder.encode(head),
      encoder.encode(`${tail}\n`),
    );
  if (form.encoding === "json" && !form.pretty) return json;
  return encoder.encode(inEncoding(new TextDecoder().decode(json).trimEnd(), form));
}

/** The last body that was made around a joined list, as long as that is kept. */
const bodies = new WeakMap<Uint8Array, { readonly head: string; readonly body: Uint8Array }>();

/** A joined list with what is around it: while nothing is written anywhere, the very same bytes. */
function joinedBody(headText: string, kept: Uint8Array, tailText: string): Uint8Array {
  const known = bodies.get(kept);
  if (known?.head === headText) return known.body;
  const head = encoder.encode(headText);
  const tail = encoder.encode(`${tailText}\n`);
  const body = composedOf(joinedBytes([head, kept, tail]), { head, kept, tail });
  bodies.set(kept, { head: headText, body });
  return body;
}

function headOf(resource: ServedResource, metadata: object, form: Form): string {
  if (form.shape === "Table") return tableHead(resource, form.shapeVersion, metadata, true);
  const { kind, apiVersion } = kindOfList(resource, form);
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},` +
    `"metadata":${JSON.stringify(metadata)},"items":[`;
}

function kindOfList(resource: ServedResource, form: Form): { kind: string; apiVersion: string } {
  return form.shape === "object"
    ? {
      kind: resource.listKind,
      apiVersion: formatApiVersion(resource.group, resource.version),
    }
    : { kind: "PartialObjectMetadataList", apiVersion: form.shapeVersion };
}

function withoutAbsent(metadata: ListMetadata): JsonObject {
  const { resourceVersion, remainingItemCount } = metadata;
  return {
    resourceVersion,
    ...(metadata.continue && { continue: metadata.continue }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  };
}

/** A list message whose only field here is its metadata: any list's will do. */
const LIST_TYPE = schemaOf("kubernetes").struct("meta/v1", "PartialObjectMetadataList");

/** There are no tables in Protobuf. */
const NO_LOOK: TableLook = { include: "None", now: () => 0 };

function protobufList(resource: ServedResource, content: ListContent, form: Form): Uint8Array {
  const { kind, apiVersion } = kindOfList(resource, form);
  const head = encodeProtobuf(LIST_TYPE, { metadata: withoutAbsent(content.metadata), items: [] });
  const items = content.entries.map((entry) => listItem(resource, entry, form, NO_LOOK));
  const raw = concatenated([head, ...items], NOTHING);
  return encodeEnvelope({ apiVersion, kind, raw, contentEncoding: "", contentType: "" });
}

function concatenated(
  pieces: readonly Uint8Array[],
  separator: Uint8Array,
  head = NOTHING,
  tail = NOTHING,
): Uint8Array {
  let length = head.length + tail.length + Math.max(0, pieces.length - 1) * separator.length;
  for (const piece of pieces) length += piece.length;
  const bytes = new Uint8Array(length);
  bytes.set(head);
  let at = head.length;
  for (let index = 0; index < pieces.length; index++) {
    if (index > 0 && separator.length > 0) {
      bytes.set(separator, at);
      at += separator.length;
    }
    const piece = pieces[index]!;
    bytes.set(piece, at);
    at += piece.length;
  }
  bytes.set(tail, at);
  return bytes;
}
