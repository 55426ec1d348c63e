/**
 * A JSON parser for what JSON.parse can't do: it keeps integers past 2^53 (as bigints) and, where
 * wanted, how a number was written; it names duplicate fields, and says where a mistake is. Ten
 * times slower than JSON.parse, so used only where one of these is needed.
 *
 * @module
 */

import { CodecError } from "./error.ts";
import type { JsonObject } from "./json_read.ts";
import { setMember } from "../values/json.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { narrow } from "./scalars.ts";
import { isNotable, noteNumber } from "./written_number.ts";

/** Takes the path of each field that comes twice. */
export interface Duplicates {
  /** Called in document order. */
  push(path: string): void;
  /** Whether no more are wanted. Default false. */
  readonly isFull?: boolean;
}

/** Is told of every field and element in document order. */
export interface FieldObserver {
  /** The value of a field or of an element begins; `isTwice`: there was a field of this name. */
  enter(step: string | number, isTwice: boolean): void;
  /** It ends. */
  leave(): void;
}

/** Parses one document. `fields` is told of all that is in it. */
export function parseJsonExactly(text: string, fields?: FieldObserver): unknown {
  return parseOne(new JsonParser(text, fields, false));
}

/** As {@link parseJsonExactly}, with the numbers of written_number.ts as what is defined there. */
export function parseJsonAsWritten(text: string, fields?: FieldObserver): unknown {
  return parseOne(new JsonParser(text, fields, true));
}

/** Gives `found` the path of each field that comes twice. */
export function duplicateFinder(found: Duplicates): FieldObserver {
  const path: (string | number)[] = [];
  return {
    enter(step, isTwice) {
      path.push(step);
      if (isTwice && found.isFull !== true) found.push(pathText(path));
    },
    leave: () => void path.pop(),
  };
}

function parseOne(parser: JsonParser): unknown {
  const value = parser.value();
  parser.end();
  return value;
}

/**
 * Parses one document after another, as a stream holds them: with or without space between.
 * `duplicates` gets the path of each field that comes twice, before its document is yielded.
 *
 * Documents are for {@link canonicalObject} and {@link encodeUntypedJson}: a number whose text says
 * more than its value stands in them as a symbol, until one of these has read it.
 */
export function* parseJsonDocuments(text: string, duplicates?: Duplicates): Generator<unknown> {
  const parser = new JsonParser(text, duplicates && duplicateFinder(duplicates), true);
  while (parser.hasMore()) yield parser.value();
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
// deno-lint-ignore no-control-regex
const PLAIN_TEXT = /[^"\\\0-\x1f]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class JsonParser {
  readonly #text: string;
  readonly #fields: FieldObserver | undefined;
  /** Whether numbers are noted as they were written. */
  readonly #notes: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, fields: FieldObserver | undefined, notes: boolean) {
    this.#text = text;
    this.#fields = fields;
    this.#notes = notes;
  }

  hasMore(): boolean {
    this.#skipSpace();
    return this.#at < this.#text.length;
  }

  end(): void {
    if (this.hasMore()) throw this.#unexpected("after the top-level value");
  }

  value(): unknown {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    this.#enter();
    const object: JsonObject = {};
    let first = true;
    while (!this.#closes("}", first)) {
      if (this.#text[this.#at] !== '"') throw this.#unexpected("where the name of a field begins");
      const name = this.#string();
      this.#fields?.enter(name, Object.hasOwn(object, name));
      this.#skipSpace();
      if (this.#text[this.#at] !== ":") throw this.#unexpected("after the name of a field");
      this.#at++;
      setMember(object, name, this.value());
      this.#fields?.leave();
      first = false;
    }
    this.#depth--;
    return object;
  }

  #array(): unknown[] {
    this.#enter();
    const array: unknown[] = [];
    while (!this.#closes("]", array.length === 0)) {
      this.#fields?.enter(array.length, false);
      array.push(this.value());
      this.#fields?.leave();
    }
    this.#depth--;
    return array;
  }

  #enter(): void {
    this.#at++;
    if (++this.#depth > DEPTH_LIMIT) throw this.#error(`more than ${DEPTH_LIMIT} levels deep`);
  }

  /** Consumes the closing bracket, or the comma before the next member. */
  #closes(bracket: string, first: boolean): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] === bracket) {
      this.#at++;
      return true;
    }
    if (first) return false;
    if (this.#text[this.#at] !== ",") {
      throw this.#unexpected(bracket === "}" ? "after a field" : "after an element");
    }
    this.#at++;
    this.#skipSpace();
    return false;
  }

  #string(): string {
    this.#at++;
    let result = "";
    for (;;) {
      PLAIN_TEXT.lastIndex = this.#at;
      const plain = PLAIN_TEXT.exec(this.#text)?.[0] ?? "";
      this.#at += plain.length;
      result += plain;
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at++;
        return result;
      }
      if (next !== "\\") throw this.#unexpected("in a string");
      result += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? "";
    if (letter === "u") {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#error("invalid \\u escape in a string");
      this.#at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const escaped = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (escaped === undefined) throw this.#error("invalid escape in a string");
    this.#at += 2;
    return escaped;
  }

  #number(): number | bigint | symbol {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw this.#unexpected("where a value begins");
    this.#at += match[0].length;
    const number = Number(match[0]);
    if (!Number.isFinite(number)) throw this.#error(`number ${match[0]} is out of range`);
    if (this.#notes && isNotable(match[0])) return noteNumber(match[0]);
    const isInteger = match[1] === undefined && match[2] === undefined;
    return isInteger && !Number.isSafeInteger(number) ? narrow(BigInt(match[0])) : number;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected("where a value begins");
    this.#at += word.length;
    return value;
  }

  #skipSpace(): void {
    for (;; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  #unexpected(where: string): CodecError {
    const found = this.#text.codePointAt(this.#at);
    return this.#error(
      found === undefined
        ? "unexpected end of JSON input"
        : `invalid character ${JSON.stringify(String.fromCodePoint(found))} ${where}`,
    );
  }

  #error(message: string): CodecError {
    const before = this.#text.slice(0, this.#at);
    const line = before.split("\n").length;
    const column = this.#at - before.lastIndexOf("\n");
    return new CodecError(`json: line ${line}, column ${column}: ${message}`);
  }
}

/** `spec.containers[0].image`. */
export function pathText(path: readonly (string | number)[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}
