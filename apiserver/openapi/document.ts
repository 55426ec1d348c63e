/**
 * Documents as they are sent, and how they are made once for all who ask.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { systemClock } from "../../toolkit/clock.ts";
import { rawText } from "../../toolkit/codec/mod.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { runInSlices, type SlicedTask, TimeSlice } from "../../toolkit/time_slice.ts";
import type { OpenApiSchema } from "./described.ts";

/** A document in one of its forms. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes with what clients tell them by. */
export interface Tagged {
  readonly bytes: Bytes;
  readonly etag: string;
}

/** A document as JSON. The tag is that of either form: which of them it is, the `Vary` header tells caches. */
export interface Document extends Tagged {
  /** The other form: made when somebody asks for it first. */
  protobuf(): Promise<Bytes>;
}

/** What is told by a hash of itself. */
export function tagged(bytes: Bytes): Tagged {
  return { bytes, etag: createHash("sha256").update(bytes).digest("hex").toUpperCase() };
}

/** A document of its JSON, and of what makes the other form. */
export function documentOf(json: Bytes, protobuf: () => SlicedTask<Bytes>): Document {
  const made = new Renewed(() => runInOwnSlices(protobuf()));
  return { ...tagged(json), protobuf: () => made.get(0) };
}

/**
 * Work that all who ask share: it goes on when one of them leaves, and its turns are those of the
 * machine, whatever time it is to whom.
 */
export function runInOwnSlices<T>(steps: SlicedTask<T>): Promise<T> {
  return runInSlices(steps, new TimeSlice(systemClock));
}

/** Something made once a generation, however many ask for it at once. */
export class Renewed<T> {
  readonly #make: () => Promise<T>;
  #generation: number | undefined;
  #value: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  async get(generation: number): Promise<T> {
    if (this.#value === undefined || this.#generation !== generation) {
      this.#generation = generation;
      this.#value = this.#make();
    }
    const value = this.#value;
    try {
      return await value;
    } catch (error) {
      if (this.#value === value) this.#value = undefined;
      throw error;
    }
  }
}

const encoder = new TextEncoder();

/** JSON of a document, made a path and a definition at a time. */
export function* encodeJson(document: OpenApiSchema): SlicedTask<Bytes> {
  const pieces: Uint8Array[] = [];
  const add = (text: string) => void pieces.push(encoder.encode(text));
  let before = "{";
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    add(`${before}${JSON.stringify(name)}:`);
    before = ",";
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      add(rawText(value));
      continue;
    }
    let inside = "{";
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      add(`${inside}${JSON.stringify(key)}:${rawText(member)}`);
      inside = ",";
      yield;
    }
    add(inside === "{" ? "{}" : "}");
  }
  add(before === "{" ? "{}" : "}");
  return joinedBytes(pieces);
}
