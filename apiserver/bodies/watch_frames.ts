/**
 * Events of a watch in the forms that clients ask for: each made once, for all watches in a form.
 *
 * @module
 */

import {
  encodeEnveloped,
  encodeJson,
  encodeWatchFrame,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { formatApiVersion, schemaOf } from "../../toolkit/schema/mod.ts";
import { objectOf } from "../resource/object_coder.ts";
import { withRevision } from "../resource/revision_splice.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { CachedObject, CacheEvent, EventType, Notice } from "../storage/cache/mod.ts";
import type { Form } from "./form.ts";
import type { WatchMeasures } from "../resource/watch_metrics.ts";
import { PARTIAL_TYPE, partialOf, rowOf, TABLE_TAIL, tableHead, type TableLook } from "./shapes.ts";
import {
  convertToVersion,
  type Representation,
  representationOf,
  storedForm,
} from "./representation.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A status is the same in both dialects. */
const STATUS_TYPE = schemaOf("kubernetes").struct("meta/v1", "Status");

/** Writes the events of watches on one resource in one form. */
export class WatchFrames {
  readonly #resource: ServedResource;
  readonly #form: Form;
  readonly #look: TableLook;
  readonly #name: string;
  readonly #batches: Map<string, Batch>;
  readonly #measures: WatchMeasures;

  /** What is made of events here is sent to one watch, and counted so. */
  constructor(resource: ServedResource, form: Form, look: TableLook, measures: WatchMeasures) {
    this.#resource = resource;
    this.#form = form;
    this.#look = look;
    this.#measures = measures;
    const view = resource.converter === undefined ? "" : ` ${resource.group}/${resource.version}`;
    this.#batches = batchesOf(resource);
    this.#name = `${form.name} ${look.include}${view}`;
  }

  /** The `Content-Type` of the stream. */
  get contentType(): string {
    const { contentType, encoding } = this.#form;
    return encoding === "protobuf" ? `${contentType};stream=watch` : contentType;
  }

  /** True where frames are no text. */
  get binary(): boolean {
    return this.#form.encoding === "protobuf";
  }

  /** An object that was there when the watch began. */
  existing(entry: CachedObject, headers: boolean): Uint8Array {
    return this.#counted(this.#frame("ADDED", entry, headers));
  }

  #event(event: CacheEvent, type: EventType, headers: boolean): Uint8Array {
    return event.frame(
      type,
      headers ? `${this.#name} first` : this.#name,
      () =>
        this.#storedFrame(event, type) ??
          this.#frame(type, changedObject(event, type), headers, event.revision),
    );
  }

  /** The frame of what was stored as watches of this form are told of it. */
  #storedFrame({ protobuf }: CacheEvent, type: EventType): Uint8Array | undefined {
    if (type === "DELETED" || this.#resource.converter !== undefined) return undefined;
    const object = storedForm(protobuf, this.#form);
    return object && encodeWatchFrame({ type, object });
  }

  /**
   * Changes one after the other, in one piece: made once for all watches that are told the same. `headers`:
   * a table's columns come with the first.
   */
  events(notices: readonly Notice[], headers: boolean): Uint8Array {
    const [first] = notices;
    if (notices.length === 1) {
      return this.#counted(this.#event(first!.event, first!.type, headers));
    }
    const known = this.#batches.get(this.#name);
    if (!headers && known !== undefined && isSame(known.notices, notices)) {
      this.#measures.sentAll(known.sizes);
      return known.bytes;
    }
    const frames = notices.map(({ event, type }, at) =>
      this.#event(event, type, headers && at === 0)
    );
    const sizes = frames.map(({ length }) => length);
    this.#measures.sentAll(sizes);
    const bytes = joinedBytes(frames);
    if (!headers && bytes.length <= KEPT_BATCH_BYTES) {
      this.#batches.set(this.#name, { notices, bytes, sizes });
    }
    return bytes;
  }

  #counted(frame: Uint8Array): Uint8Array {
    this.#measures.sent(frame.length);
    return frame;
  }

  /** What tells a client how far the watch has come. */
  bookmark(revision: number, annotations?: Readonly<Record<string, string>>): Uint8Array {
    return this.#counted(this.#bookmark(revision, annotations));
  }

  #bookmark(revision: number, annotations?: Readonly<Record<string, string>>): Uint8Array {
    const { kind, group, version } = this.#resource;
    const metadata = { resourceVersion: String(revision), ...(annotations && { annotations }) };
    const object = { kind, apiVersion: formatApiVersion(group, version), metadata };
    const { shape, shapeVersion } = this.#form;
    if (shape === "Table") {
      // Whatever rows show of objects, how far the watch is must be in them.
      const shown = this.#look.include === "Object" ? object : partialOf(object, shapeVersion);
      return this.#table(
        "BOOKMARK",
        object,
        false,
        `{"cells":[],"object":${JSON.stringify(shown)}}`,
      );
    }
    return this.#frameOf("BOOKMARK", object);
  }

  /** The status that ends a watch. */
  error(status: JsonObject): Uint8Array {
    return this.#counted(
      this.binary
        ? encodeWatchFrame({ type: "ERROR", object: encodeEnveloped(STATUS_TYPE, status) })
        : encoder.encode(`{"type":"ERROR","object":${JSON.stringify(status)}}\n`),
    );
  }

  #frame(type: string, stored: Representation, headers: boolean, revision?: number): Uint8Array {
    let shown = convertToVersion(this.#resource, stored);
    // What was deleted appears as it was, at the version of its end.
    if (type === "DELETED" && revision !== undefined) {
      shown = representationOf(withRevision(shown.json, revision));
    }
    const { encoding, shape } = this.#form;
    if (shape === "object" && encoding !== "protobuf") return jsonFrame(type, shown.json);
    if (shape === "Table") {
      const row = rowOf(this.#resource, shown, this.#form.shapeVersion, this.#look);
      return this.#table(type, objectOf(shown), headers, decoder.decode(row));
    }
    return this.#frameOf(type, objectOf(shown));
  }

  #table(type: string, object: JsonObject, headers: boolean, row: string): Uint8Array {
    const { resourceVersion } = object.metadata as JsonObject;
    const { shapeVersion } = this.#form;
    const head = tableHead(this.#resource, shapeVersion, { resourceVersion }, headers);
    return encoder.encode(`{"type":"${type}","object":${head}${row}${TABLE_TAIL}}\n`);
  }

  #frameOf(type: string, object: JsonObject): Uint8Array {
    const { encoding, shape, shapeVersion } = this.#form;
    const resource = this.#resource;
    const partial = shape === "PartialObjectMetadata";
    const shown = partial ? partialOf(object, shapeVersion) : object;
    const structType = partial ? PARTIAL_TYPE : resource.type;
    if (encoding === "protobuf") {
      return encodeWatchFrame({ type, object: encodeEnveloped(structType!, shown) });
    }
    const json = structType === undefined
      ? encoder.encode(JSON.stringify(shown))
      : encodeJson(structType, shown);
    return jsonFrame(type, json);
  }
}

/** The last changes that went out together in a form. */
interface Batch {
  readonly notices: readonly Notice[];
  readonly bytes: Uint8Array;
  /** Of each. */
  readonly sizes: readonly number[];
}

/** Larger batches are not kept for the watches that come next. */
const KEPT_BATCH_BYTES = 256 * 1024;

/** By form: most watches of a resource are at the same place and are told the same. */
const batches = new WeakMap<ServedResource, Map<string, Batch>>();

function batchesOf(resource: ServedResource): Map<string, Batch> {
  const known = batches.get(resource) ?? new Map();
  batches.set(resource, known);
  return known;
}

function isSame(a: readonly Notice[], b: readonly Notice[]): boolean {
  return a.length === b.length &&
    a.every(({ event, type }, at) => event === b[at]!.event && type === b[at]!.type);
}

/** The object that an event of this type shows. */
export function changedObject(event: CacheEvent, type: EventType): Representation {
  return type === "DELETED" ? event.previous ?? event.shown : event.shown;
}

const FRAME_END = encoder.encode("}\n");
const FRAME_STARTS = new Map(
  ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"].map((
    type,
  ) => [type, encoder.encode(`{"type":"${type}","object":`)]),
);

function jsonFrame(type: string, json: Uint8Array): Uint8Array {
  const start = FRAME_STARTS.get(type)!;
  const frame = new Uint8Array(start.length + json.length + FRAME_END.length);
  frame.set(start);
  frame.set(json, start.length);
  frame.set(FRAME_END, start.length + json.length);
  return frame;
}
