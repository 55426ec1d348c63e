/**
 * Paths into objects as definitions write them: of columns, scales and selectable fields.
 *
 * @module
 */

import { addAll } from "../../toolkit/add_all.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** A path that can't be read: why. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/** A path. */
export interface JsonPath {
  /** All that it leads to. What is not there is no error. */
  find(value: unknown): unknown[];
  /** The names it goes through, where it is nothing but names: `["spec", "replicas"]`. */
  readonly fields: readonly string[] | undefined;
}

/** One step: from a value to others. */
type Step = (value: unknown) => unknown[];

/** The longest path, in characters. */
const LENGTH_LIMIT = 10_000;
/** Values that a path leads to at most: `..` in a large object leads to many. */
const FOUND_LIMIT = 10_000;

const known = new Map<string, JsonPath>();
const KEPT_PATHS = 1_000;

/** Reads a path; it starts with a dot or a bracket. Throws JsonPathError. */
export function readJsonPath(text: string): JsonPath {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const path = new Reader(text).path();
  if (known.size >= KEPT_PATHS) known.clear();
  known.set(text, path);
  return path;
}

const FIELD = /\.((?:[^.[\]\\\s]|\\.)+)/y;
/** The same where a comparison may follow. */
const COMPARED_FIELD = /\.((?:[^.[\]\\\s=!<>()]|\\.)+)/y;
const DEEP = /\.\.((?:[^.[\]\\\s]|\\.)+|\*)?/y;
const QUOTED = /\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/y;
const SEVERAL_QUOTED =
  /\[\s*((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:\s*,\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))+)\s*\]/y;
const EACH_QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;
const SPACE = /\s+/y;
const ALL = /\[\s*\*\s*\]|\.\*/y;
const SLICE = /\[\s*(-?\d*)\s*:\s*(-?\d*)\s*(?::\s*(\d+)\s*)?\]/y;
const INDEXES = /\[\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\]/y;
/** Nothing in brackets is the first. */
const FIRST = /\[\]/y;
const FILTER = /\[\s*\?\s*\(/y;
const COMPARISON = /\s*(==|!=|<=|>=|<|>)\s*/y;
const LITERAL =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|(true|false|null))\s*/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.length > LENGTH_LIMIT) throw new JsonPathError("the path is too long");
  }

  path(): JsonPath {
    const { steps, fields } = this.#steps("");
    if (this.#at < this.#text.length || steps.length === 0) this.#fail();
    return { find: (value) => follow(steps, value), fields };
  }

  #fail(): never {
    throw new JsonPathError(
      `can't read the path ${JSON.stringify(this.#text)} at ${this.#at}: ` +
        "names, [index], [*] and [?(@.name==value)] are allowed in it",
    );
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  /** Steps as far as they go, or up to one of the characters of `end`. */
  #steps(end: string) {
    const steps: Step[] = [];
    let fields: string[] | undefined = [];
    while (this.#at < this.#text.length && !end.includes(this.#text[this.#at] ?? "")) {
      // Between steps it says nothing, as at the end of a path that was copied with it.
      if (end === "") this.#match(SPACE);
      const step = this.#step(end === "" ? FIELD : COMPARED_FIELD);
      if (step === undefined) break;
      steps.push(typeof step === "string" ? fieldStep(step) : step);
      if (typeof step === "string") fields?.push(step);
      else fields = undefined;
    }
    return { steps, fields };
  }

  #step(name: RegExp): string | Step | undefined {
    const quoted = this.#match(QUOTED);
    if (quoted !== undefined) return unescaped(quoted[1] ?? quoted[2] ?? "");
    const several = this.#match(SEVERAL_QUOTED)?.[1];
    if (several !== undefined) {
      const steps = [...several.matchAll(EACH_QUOTED)].map(([, single, double]) =>
        fieldStep(unescaped(single ?? double ?? ""))
      );
      return (value) => steps.flatMap((step) => step(value));
    }
    if (this.#match(ALL) !== undefined) return childrenOf;
    const indexes = this.#match(INDEXES)?.[1];
    if (indexes !== undefined) return indexStep(indexes.split(",").map(Number));
    if (this.#match(FIRST) !== undefined) return indexStep([0]);
    const slice = this.#match(SLICE);
    if (slice !== undefined) return sliceStep(slice[1] ?? "", slice[2] ?? "", slice[3] ?? "1");
    if (this.#match(FILTER) !== undefined) return this.#filter();
    const deep = this.#match(DEEP);
    if (deep !== undefined) {
      const [, sought] = deep;
      if (sought === undefined) return descendantsOf;
      const step = sought === "*" ? childrenOf : fieldStep(unescaped(sought));
      return (value) => bounded(descendantsOf(value).flatMap(step));
    }
    const field = this.#match(name)?.[1];
    return field === undefined ? undefined : unescaped(field);
  }

  #filter(): Step {
    const left = this.#operand();
    const operator = this.#match(COMPARISON)?.[1];
    const right = operator === undefined ? undefined : this.#operand();
    if (!this.#text.startsWith(")", this.#at)) this.#fail();
    this.#at++;
    if (!this.#text.startsWith("]", this.#at)) this.#fail();
    this.#at++;
    return (value) =>
      childrenOf(value).filter((child) => {
        const [one] = left(child);
        if (operator === undefined || right === undefined) return one !== undefined;
        const [other] = right(child);
        return compare(operator, one, other);
      });
  }

  #operand(): Step {
    while (this.#text[this.#at] === " ") this.#at++;
    if (this.#text[this.#at] === "@") {
      this.#at++;
      const { steps } = this.#steps(" =!<>)");
      while (this.#text[this.#at] === " ") this.#at++;
      return (value) => follow(steps, value);
    }
    const literal = this.#match(LITERAL);
    if (literal === undefined) return this.#fail();
    const [, single, double, number, word] = literal;
    const value = number !== undefined
      ? Number(number)
      : word !== undefined
      ? JSON.parse(word)
      : unescaped(single ?? double ?? "");
    return () => [value];
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

function follow(steps: readonly Step[], value: unknown): unknown[] {
  return steps.reduce<unknown[]>((found, step) => bounded(found.flatMap(step)), [value]);
}

function bounded(found: unknown[]): unknown[] {
  return found.length > FOUND_LIMIT ? found.slice(0, FOUND_LIMIT) : found;
}

function fieldStep(name: string): Step {
  return (value) =>
    isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined &&
      value[name] !== null
      ? [value[name]]
      : [];
}

function indexStep(indexes: readonly number[]): Step {
  return (value) =>
    Array.isArray(value)
      ? indexes.map((at) => value.at(at)).filter((one) => one !== undefined)
      : [];
}

function sliceStep(from: string, to: string, by: string): Step {
  const step = Math.max(1, Number(by));
  return (value) =>
    Array.isArray(value)
      ? value.slice(from === "" ? 0 : Number(from), to === "" ? undefined : Number(to))
        .filter((_, index) => index % step === 0)
      : [];
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/** The value, and all that is in it. */
function descendantsOf(value: unknown): unknown[] {
  const found = [value];
  for (let at = 0; at < found.length && found.length < FOUND_LIMIT; at++) {
    addAll(found, childrenOf(found[at]));
  }
  return bounded(found);
}

function compare(operator: string, one: unknown, other: unknown): boolean {
  if (operator === "==") return one === other;
  if (operator === "!=") return one !== other;
  if (typeof one !== typeof other) return false;
  if (typeof one !== "number" && typeof one !== "string") return false;
  const [left, right] = [one, other as typeof one];
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}
