/**
 * JSON patch (RFC 6902), with the leniency of the reference's library: `replace` of a member that
 * is not there adds it, a missing `value` is null, and indexes count from the end when negative.
 *
 * @module
 */

import { badRequest, requestEntityTooLarge } from "../../toolkit/errors/mod.ts";
import { DEPTH_LIMIT } from "../../toolkit/codec/mod.ts";
import { unprocessable } from "./errors.ts";
import {
  type Container,
  equalJson,
  find,
  indexOf,
  isContainer,
  parsePointer,
  step,
} from "./json_pointer.ts";
import { LIMIT_COPIED_BYTES, LIMIT_OPERATIONS, LIMIT_SHIFTED_ELEMENTS } from "./limits.ts";
import {
  isObject,
  type JsonObject,
  kindOfValue,
  memberOf,
  setMember,
} from "../../toolkit/values/json.ts";

/** What a JSON patch may cost. */
export interface JsonPatchOptions {
  /** Bytes of JSON that `copy` may add in all. Default {@link LIMIT_COPIED_BYTES}. */
  readonly limitCopiedBytes?: number;
}

/**
 * The document with all operations applied in order, or a StatusError and nothing applied. Neither
 * argument is changed; the result shares what it can with both.
 */
export function jsonPatch(
  document: unknown,
  patch: unknown,
  options: JsonPatchOptions = {},
): unknown {
  const draft = new Draft(document, options.limitCopiedBytes ?? LIMIT_COPIED_BYTES);
  operationsOf(patch).forEach((operation, index) => {
    try {
      apply(draft, operation);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      throw unprocessable(`patch[${index}]`, error.message);
    }
  });
  return draft.document;
}

/**
 * The operations of a parsed body; throws a StatusError where it is no list of objects. A null is none: so
 * programs in Go write a list that nothing was added to. One in the list is an operation without members.
 */
export function operationsOf(patch: unknown): readonly JsonObject[] {
  if (patch === null) return [];
  if (!Array.isArray(patch)) {
    throw badRequest(`a JSON patch is a list of operations, not ${kindOfValue(patch)}`);
  }
  if (patch.length > LIMIT_OPERATIONS) {
    throw requestEntityTooLarge(
      `The allowed maximum operations in a JSON patch is ${LIMIT_OPERATIONS}, got ${patch.length}`,
    );
  }
  const odd = patch.findIndex((operation) => operation !== null && !isObject(operation));
  if (odd < 0) return patch.map((operation) => operation ?? {});
  throw badRequest(
    `an operation of a JSON patch is an object, but patch[${odd}] is ${kindOfValue(patch[odd])}`,
  );
}

/** An operation that does not fit the document. */
class Misfit extends Error {}

function apply(draft: Draft, operation: JsonObject): void {
  const op = memberOf(operation, "op");
  const value = () => memberOf(operation, "value") ?? null;
  switch (op) {
    case "add":
      return draft.add(pointer(operation, "path"), value());
    case "remove":
      return void draft.remove(pointer(operation, "path"));
    case "replace":
      return draft.replace(pointer(operation, "path"), value());
    case "move": {
      const to = pointer(operation, "path");
      return draft.add(to, draft.remove(pointer(operation, "from")));
    }
    case "copy": {
      const to = pointer(operation, "path");
      return draft.add(to, draft.copyOf(pointer(operation, "from")));
    }
    case "test":
      return draft.test(pointer(operation, "path"), value());
    default:
      throw new Misfit(`unexpected kind of operation: ${String(op).slice(0, 100)}`);
  }
}

/** A place in the document: its tokens, and its text for messages. */
interface Location {
  readonly tokens: readonly string[];
  readonly text: string;
}

function pointer(operation: JsonObject, member: "path" | "from"): Location {
  const value = memberOf(operation, member);
  if (typeof value !== "string") throw new Misfit(`the operation has no ${member}`);
  const text = value.length > 200 ? `${value.slice(0, 200)}…` : value;
  const tokens = parsePointer(value);
  if (tokens === undefined) throw new Misfit(`${member} ${text} does not begin with a slash`);
  if (tokens.length > DEPTH_LIMIT) throw new Misfit(`${member} ${text} is too deep`);
  return { tokens, text };
}

/** The document on its way: containers are copied when first changed, and only then. */
class Draft {
  document: unknown;
  /** Containers that are our own copies, each in one place of the document. */
  readonly #owned = new Set<Container>();
  #bytesLeft: number;
  #shiftsLeft = LIMIT_SHIFTED_ELEMENTS;

  constructor(document: unknown, limitCopiedBytes: number) {
    this.document = document;
    this.#bytesLeft = limitCopiedBytes;
  }

  add(place: Location, value: unknown): void {
    const { parent, token } = this.#parent(place);
    if (!Array.isArray(parent)) return setMember(parent, token, value);
    const index = token === "-" ? parent.length : indexOf(token, parent.length + 1);
    if (index === undefined) throw new Misfit(`${place.text} is out of bounds`);
    this.#shift(parent.length - index);
    parent.splice(index, 0, value);
  }

  remove(place: Location): unknown {
    const { parent, token } = this.#parent(place);
    const value = step(parent, token);
    if (value === undefined) throw new Misfit(`there is no value at ${place.text}`);
    if (Array.isArray(parent)) {
      const index = indexOf(token, parent.length)!;
      this.#shift(parent.length - index);
      parent.splice(index, 1);
    } else {
      delete parent[token];
    }
    return value;
  }

  replace(place: Location, value: unknown): void {
    if (place.tokens.length === 0) {
      if (!isContainer(value)) {
        throw new Misfit("the whole document can only be replaced by an object or a list");
      }
      this.document = value;
      return;
    }
    const { parent, token } = this.#parent(place);
    if (!Array.isArray(parent)) return setMember(parent, token, value);
    const index = indexOf(token, parent.length);
    if (index === undefined) throw new Misfit(`there is no value at ${place.text}`);
    parent[index] = value;
  }

  /** A member that is not there tests as null, an element that is not there is an error. */
  test(place: Location, value: unknown): void {
    const found = this.#existing(place);
    if (!equalJson(found, value)) throw new Misfit(`testing value ${place.text} failed`);
  }

  /** Copying a member that is not there copies null, as in the reference. */
  copyOf(place: Location): unknown {
    return this.#copy(this.#existing(place), 0);
  }

  #existing(place: Location): unknown {
    const { tokens, text } = place;
    if (tokens.length === 0) return this.document;
    const parent = find(this.document, tokens.slice(0, -1));
    const value = isContainer(parent) ? step(parent, tokens.at(-1)!) : undefined;
    if (value === undefined && !isObject(parent)) throw new Misfit(`there is no value at ${text}`);
    return value ?? null;
  }

  /** The container of a place, ready to be changed. */
  #parent({ tokens, text }: Location): { parent: Container; token: string } {
    const token = tokens.at(-1);
    if (token === undefined || !isContainer(this.document)) {
      throw new Misfit(`"${text}" is not inside of an object or a list`);
    }
    let parent = this.document = this.#own(this.document);
    for (let i = 0; i < tokens.length - 1; i++) {
      const child = step(parent, tokens[i]!);
      if (!isContainer(child)) {
        throw new Misfit(`the parent of ${text} does not exist`);
      }
      const own = this.#own(child);
      if (own !== child) this.#set(parent, tokens[i]!, own);
      parent = own;
    }
    return { parent, token };
  }

  #set(parent: Container, token: string, child: Container): void {
    if (Array.isArray(parent)) parent[indexOf(token, parent.length)!] = child;
    else setMember(parent, token, child);
  }

  #own(container: Container): Container {
    if (this.#owned.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : { ...container };
    this.#owned.add(copy);
    return copy;
  }

  /** A deep copy, so that the two places can change apart; counts its bytes. */
  #copy(value: unknown, depth: number): unknown {
    if (depth > DEPTH_LIMIT) throw new Misfit("the copied value is too deep");
    if (!isContainer(value)) {
      this.#count(typeof value === "string" ? value.length + 2 : 4);
      return value;
    }
    this.#count(2);
    if (Array.isArray(value)) {
      return value.map((each) => {
        this.#count(1);
        return this.#copy(each, depth + 1);
      });
    }
    const result: JsonObject = {};
    for (const name of Object.keys(value)) {
      this.#count(name.length + 4);
      setMember(result, name, this.#copy(value[name], depth + 1));
    }
    return result;
  }

  #count(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new Misfit("the patch copies more than an object may hold");
  }

  #shift(elements: number): void {
    this.#shiftsLeft -= elements;
    if (this.#shiftsLeft < 0) {
      throw requestEntityTooLarge("the JSON patch moves too many list elements");
    }
  }
}
