/**
 * How messages are made of JSON: by tables that say which field each member becomes. JSON values of unknown
 * form travel as text.
 *
 * @module
 */

import { rawText } from "../../toolkit/codec/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { Wire } from "./wire.ts";

/** A JSON object. */
export type Value = { readonly [name: string]: unknown };

/** Writes a JSON value as one or more fields of that number. */
export type Write = (wire: Wire, field: number, value: unknown) => void;

/** A message: its fields by JSON name. `x-` stands for all extensions. */
export type Message = Readonly<Record<string, readonly [field: number, write: Write]>>;

/** A string. */
export const text: Write = (wire, field, value) => wire.string(field, String(value));

/** Of what is no count there is no trace: bounds below zero bound nothing. */
export const integer: Write = (wire, field, value) => {
  if (typeof value === "bigint") {
    if (value >= 0n && value < 1n << 63n) wire.integer(field, value);
  } else if (Number.isSafeInteger(value) && Number(value) >= 0) {
    wire.integer(field, Number(value));
  }
};

/** A number of any size, or with a fraction. Throws for what is none. */
export const number: Write = (wire, field, value) => {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber) throw new Error(`no number: ${rawText(value).slice(0, 100)}`);
  wire.double(field, Number(value));
};

/** Of false there is no trace. */
export const flag: Write = (wire, field, value) =>
  value === true ? wire.integer(field, true) : undefined;

/** Characters that stand for themselves in JSON, and may not in YAML. */
const UNPRINTABLE = /[\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** JSON is YAML too, but for some characters. */
export const any: Write = (wire, field, value) =>
  wire.message(field, () => wire.string(2, rawText(value).replaceAll(UNPRINTABLE, escaped)));

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A list: a field for each of its elements. */
export function each(write: Write): Write {
  return (wire, field, value) => {
    for (const element of value as readonly unknown[]) write(wire, field, element);
  };
}

/** A message by the table of its fields. */
export function message(fields: () => Message): Write {
  return (wire, field, value) =>
    wire.message(field, () => writeMessage(wire, fields(), value as Value));
}

/** Where more is said of something: the same in both versions. */
export const externalDocs: Write = message(() => ({
  description: [1, text],
  url: [2, text],
  "x-": [3, any],
}));

/** A map: a repeated message of a name and a value. */
export function named(write: Write): Write {
  return (wire, field, value) => {
    for (const [name, member] of Object.entries(value as Value)) {
      wire.message(field, () => {
        wire.string(1, name);
        write(wire, 2, member);
      });
    }
  };
}

/** A message whose one field is of that number. */
export function wrapped(inner: number, write: Write): Write {
  return (wire, field, value) => wire.message(field, () => write(wire, inner, value));
}

/** Writes the fields of a message that a value has. */
export function writeMessage(wire: Wire, fields: Message, value: Value): void {
  const extension = fields["x-"];
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    if (name.startsWith("x-") && extension !== undefined) {
      named(any)(wire, extension[0], { [name]: member });
      continue;
    }
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    known?.[1](wire, known[0], member);
  }
}

/** Writes a map of very many members, as {@link named} does, others let in between them. */
export function* writeMany(
  wire: Wire,
  field: number,
  write: Write,
  members: unknown,
): SlicedTask<void> {
  for (const member of Object.entries(members as Value)) {
    named(write)(wire, field, Object.fromEntries([member]));
    yield;
  }
}
