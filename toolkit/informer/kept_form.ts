/**
 * What a program made of an object, as it is kept: what many objects have alike apart from what each has
 * alone, and nothing that the cache knows anyhow.
 *
 * @module
 */

import type { StoredObject } from "../cache/mod.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { isObject } from "../values/json.ts";

/** An object, and its bytes. */
type Kept = Pick<StoredObject, "bytes" | "shared">;
type Identity = Pick<StoredObject, "key" | "uid" | "revision">;

/**
 * A field of a shape. Where its value is: in the bytes of the object, among the shared parts, in the
 * shape, or known from who the object is. `in` and `out` enclose the fields of the metadata.
 */
type Field = readonly [
  where: "own" | "shared" | "known" | "shape" | "in" | "out",
  name: string,
  value?: string,
];

/** More parts are no shared ones, so that a store takes any object. */
const SHARED_LIMIT = 200;
/** So many shapes are kept as they were read and written: programs make one or two. */
const SHAPES_LIMIT = 64;

/** Writes and reads the objects of one cache. */
export class KeptForm {
  readonly #shape = new ShapeWriter();
  readonly #read = new Map<string, readonly Field[]>();

  /**
   * The bytes of an object: what `encodeUntypedJson` takes, with metadata. Throws as that does. Reading
   * them takes the identity that is given here.
   */
  encode(object: object, identity: Identity): Kept {
    const { metadata } = object as { readonly metadata?: unknown };
    // How such a one is written is its own affair.
    if ("toJSON" in object || !isObject(metadata) || "toJSON" in metadata) {
      return { bytes: encodeUntypedJson(object) };
    }
    const shape = this.#shape.begin();
    const own: unknown[] = [];
    const parts: Uint8Array[] = [];
    for (const name of Object.keys(object)) {
      const value: unknown = object[name as keyof typeof object];
      if (name === "metadata") {
        shape.add("in", "");
        for (const name of Object.keys(metadata)) {
          const value: unknown = metadata[name];
          if (isKnown(name, value, identity)) shape.add("known", name);
          else keep(name, value);
        }
        shape.add("out", "");
      } else if (TYPE.has(name) && typeof value === "string") shape.add("shape", name, value);
      else keep(name, value);
    }
    return { bytes: encodeUntypedJson(own), shared: [shape.end(), ...parts] };

    function keep(name: string, value: unknown): void {
      if (typeof value === "object" && value !== null && parts.length < SHARED_LIMIT) {
        shape.add("shared", name);
        parts.push(encodeUntypedJson(value));
      } else if (value !== undefined) {
        shape.add("own", name);
        own.push(value);
      }
    }
  }

  /** A copy of an object. Undefined: it is in another form. */
  decode({ bytes, shared, ...identity }: StoredObject): object | undefined {
    if (shared === undefined) return undefined;
    const [shape, ...parts] = shared;
    const own = decodeUntypedJson(bytes) as unknown[];
    let ownAt = 0, partAt = 0;
    const object: [string, unknown][] = [];
    const metadata: [string, unknown][] = [];
    let into = object;
    for (const [where, name, value] of this.#fieldsOf(shape!)) {
      switch (where) {
        case "own":
          into.push([name, own[ownAt++]]);
          break;
        case "shared":
          into.push([name, decodeUntypedJson(parts[partAt++]!)]);
          break;
        case "known":
          into.push([name, knownOf(name, identity)]);
          break;
        case "shape":
          into.push([name, value]);
          break;
        case "in":
          into = metadata;
          break;
        case "out":
          object.push(["metadata", Object.fromEntries(metadata)]);
          into = object;
      }
    }
    // A name may be `__proto__`.
    return Object.fromEntries(object);
  }

  #fieldsOf(shape: Uint8Array): readonly Field[] {
    const text = decoder.decode(shape);
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const fields = JSON.parse(text) as readonly Field[];
    if (this.#read.size >= SHAPES_LIMIT) this.#read.clear();
    this.#read.set(text, fields);
    return fields;
  }
}

/** Writes shapes, most of which are the one before once more: that one takes no time and makes no garbage. */
class ShapeWriter {
  #last: readonly Field[] = [];
  #bytes = new Uint8Array();
  /** How much of the last shape this one has so far. */
  #at = 0;
  /** Of another shape: its fields so far. */
  #other: Field[] | undefined;

  begin(): this {
    this.#at = 0;
    this.#other = undefined;
    return this;
  }

  add(where: Field[0], name: string, value?: string): void {
    if (this.#other === undefined) {
      const expected = this.#last[this.#at];
      if (expected?.[0] === where && expected[1] === name && expected[2] === value) {
        this.#at++;
        return;
      }
      this.#other = this.#last.slice(0, this.#at);
    }
    this.#other.push(value === undefined ? [where, name] : [where, name, value]);
  }

  end(): Uint8Array {
    if (this.#other === undefined && this.#at === this.#last.length && this.#at > 0) {
      return this.#bytes;
    }
    this.#last = this.#other ?? this.#last.slice(0, this.#at);
    this.#bytes = encoder.encode(JSON.stringify(this.#last));
    return this.#bytes;
  }
}

const TYPE: ReadonlySet<string> = new Set(["apiVersion", "kind"]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Whether a field of the metadata is what the cache knows of the object by itself. */
function isKnown(name: string, value: unknown, identity: Identity): boolean {
  return value !== undefined && KNOWN.has(name) && knownOf(name, identity) === value;
}

const KNOWN: ReadonlySet<string> = new Set(["name", "namespace", "uid", "resourceVersion"]);

function knownOf(name: string, { key, uid, revision }: Identity): string | undefined {
  const slash = key.indexOf("/");
  switch (name) {
    case "name":
      return key.slice(slash + 1);
    case "namespace":
      return slash < 0 ? undefined : key.slice(0, slash);
    case "uid":
      return uid;
    default:
      return revision;
  }
}
