/**
 * Refuses what is too large to be stored before the work of tracking and writing it is done: lists
 * of hundreds of thousands of elements with owners of their own take several times their size.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { requestEntityTooLarge } from "../../toolkit/errors/mod.ts";
import { TooLarge } from "../storage/errors.ts";
import { MAX_VALUE_BYTES } from "../storage/limits.ts";
import { fieldElement, KEY, type PathElement, VALUE } from "./element.ts";
import type { TrackOptions } from "./track_update.ts";

/** The part of the limit from which on it matters what the object takes: most never get there. */
const SMALL = 1 / 32;

/** More than the steps take that are counted and that nobody owns: to an object's name, its uid. */
const UNOWNED_BYTES = 512;

/** Beside the text of a step: quotes, a colon, braces, a comma. */
const STEP_BYTES = 6;
/** What marks a node with members below as a member. */
const SELF_BYTES = 7;
const QUOTE = 0x22;

/** What a size is counted for. */
export type SizeOptions = Pick<TrackOptions, "schema" | "skip" | "limitBytes">;

/** The least bytes of an object and of its managed fields, counted while these are made. */
export class StoredSize {
  readonly #options: SizeOptions;
  readonly #object: JsonObject;
  #bytes = -UNOWNED_BYTES;
  #limit: number;
  #measured = false;

  /** `object`: what is written, in whole or in part. */
  constructor(options: SizeOptions, object: JsonObject) {
    this.#options = options;
    this.#object = object;
    this.#limit = limitOf(options) * SMALL;
  }

  /** Whether what the object has behind this first step counts. */
  counts(element: PathElement): boolean {
    return this.#options.skip?.tree[element] === undefined;
  }

  /** Counts a step that this write makes somebody own; throws 413 when it is one too many. */
  addStep(element: PathElement): void {
    const kind = element.charCodeAt(0);
    let bytes = element.length + STEP_BYTES;
    // Quotes are written with a backslash each.
    if (kind === KEY) bytes += element.charCodeAt(element.length - 2) === QUOTE ? 4 : 2;
    else if (kind === VALUE && element.charCodeAt(2) === QUOTE) bytes += 2;
    this.#add(bytes);
  }

  /** Counts what a node takes beside its steps. */
  addNode(member: boolean): void {
    // The last step has no comma behind it.
    this.#add(member ? SELF_BYTES - 1 : -1);
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#limit) return;
    if (!this.#measured) this.#measure();
    if (this.#bytes <= this.#limit) return;
    throw requestEntityTooLarge(
      new TooLarge("a value in bytes", this.#bytes, this.#limit).message,
    );
  }

  #measure(): void {
    this.#measured = true;
    this.#limit = limitOf(this.#options);
    // What Protobuf makes of an object is not known before it is written.
    if (this.#options.schema.map?.packed) return;
    for (const name in this.#object) {
      if (this.counts(fieldElement(name))) this.#bytes += leastBytes(this.#object[name]);
    }
  }
}

function limitOf({ limitBytes = MAX_VALUE_BYTES }: SizeOptions): number {
  return limitBytes;
}

/** The least bytes of a value as JSON. */
function leastBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return value.length + 2;
    case "number":
      return leastDigits(value);
    case "boolean":
      return 4;
    case "object":
      return value === null
        ? 4
        : Array.isArray(value)
        ? bytesOfItems(value)
        : bytesOfMembers(value);
    default:
      return 0;
  }
}

function bytesOfItems(items: readonly unknown[]): number {
  let bytes = 1 + items.length;
  for (const item of items) bytes += leastBytes(item);
  return bytes;
}

function bytesOfMembers(object: object): number {
  let bytes = 1;
  for (const name in object) {
    const value = (object as JsonObject)[name];
    if (value !== undefined) bytes += name.length + 4 + leastBytes(value);
  }
  return bytes;
}

/** Digits of whole numbers that are written as such. */
function leastDigits(value: number): number {
  let digits = 1;
  if (value < 1e15) { for (let rest = value; rest >= 10; rest /= 10) digits++; }
  return digits;
}
