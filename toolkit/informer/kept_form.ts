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
type Field =
  | readonly [where: "own" | "shared" | "known", name: string]
  | readonly [where: "shape", name: string, value: string]
  | readonly [where: "in" | "out"];

/** More parts are no shared ones, so that a store takes any object. */
const SHARED_LIMIT = 200;
/** So many shapes are kept as they were read and written: programs make one or two. */
const SHAPES_LIMIT = 64;

/** Writes and reads the objects of one cache. */
export class KeptForm {
  readonly #written = new Map<string, Uint8Array>();
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
    const fields: Field[] = [];
    const own: unknown[] = [];
    const parts: Uint8Array[] = [];
    const known = knownOf(identity);
    const add = (name: string, value: unknown) => {
      if (typeof value === "object" && value !== null && parts.length < SHARED_LIMIT) {
        fields.push(["shared", name]);
        parts.push(encodeUntypedJson(value));
      } else if (value !== undefined) {
        fields.push(["own", name]);
        own.push(value);
      }
    };
    for (const [name, value] of Object.entries(object)) {
      if (name === "metadata") {
        fields.push(["in"]);
        for (const [name, value] of Object.entries(metadata)) {
          if (value !== undefined && known[name] === value) fields.push(["known", name]);
          else add(name, value);
        }
        fields.push(["out"]);
      } else if (TYPE.has(name) && typeof value === "string") fields.push(["shape", name, value]);
      else add(name, value);
    }
    return { bytes: encodeUntypedJson(own), shared: [this.#shapeOf(fields), ...parts] };
  }

  /** A copy of an object. Undefined: it is in another form. */
  decode({ bytes, shared, ...identity }: StoredObject): object | undefined {
    if (shared === undefined) return undefined;
    const [shape, ...parts] = shared;
    const own = decodeUntypedJson(bytes) as unknown[];
    const known = knownOf(identity);
    let ownAt = 0, partAt = 0;
    const object: [string, unknown][] = [];
    const metadata: [string, unknown][] = [];
    let into = object;
    for (const field of this.#fieldsOf(shape!)) {
      switch (field[0]) {
        case "own":
          into.push([field[1], own[ownAt++]]);
          break;
        case "shared":
          into.push([field[1], decodeUntypedJson(parts[partAt++]!)]);
          break;
        case "known":
          into.push([field[1], known[field[1]]]);
          break;
        case "shape":
          into.push([field[1], field[2]]);
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

  #shapeOf(fields: readonly Field[]): Uint8Array {
    const text = JSON.stringify(fields);
    return remembered(this.#written, text, () => encodeUntypedJson(fields));
  }

  #fieldsOf(shape: Uint8Array): readonly Field[] {
    const text = decoder.decode(shape);
    return remembered(this.#read, text, () => decodeUntypedJson(shape) as readonly Field[]);
  }
}

const TYPE: ReadonlySet<string> = new Set(["apiVersion", "kind"]);
const decoder = new TextDecoder();

/** Fields of the metadata that say who an object is, and nothing else by their names. */
function knownOf({ key, uid, revision }: Identity): Record<string, string | undefined> {
  const slash = key.indexOf("/");
  const known: Record<string, string | undefined> = Object.create(null);
  known.name = key.slice(slash + 1);
  if (slash > 0) known.namespace = key.slice(0, slash);
  known.uid = uid;
  known.resourceVersion = revision;
  return known;
}

function remembered<T>(known: Map<string, T>, text: string, make: () => T): T {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= SHAPES_LIMIT) known.clear();
  const made = make();
  known.set(text, made);
  return made;
}
