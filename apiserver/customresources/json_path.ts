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
  /**
   * All that it leads to, null too. A field that is not there is no error; where what is no list is asked
   * for items, a list for more than it has, or a comparison can't be made, there is nothing at all.
   */
  find(value: unknown): unknown[];
  /** The names it goes through, where it is nothing but names: `["spec", "replicas"]`. */
  readonly fields: readonly string[] | undefined;
}

/** One step: from a value to others; undefined: from nowhere to anything. */
type Step = (value: unknown) => unknown[] | undefined;

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
const ITEMS = /\[\s*\*\s*\]/y;
const ALL = /\.\*/y;
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
    return { find: (value) => follow(steps, value) ?? [], fields };
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
      return (value) => all(steps, (step) => step(value));
    }
    if (this.#match(ITEMS) !== undefined) return itemsStep((list) => [...list]);
    if (this.#match(ALL) !== undefined) return childrenOf;
    const indexes = this.#match(INDEXES)?.[1];
    if (indexes !== undefined) {
      const steps = indexes.split(",").map((index) => indexStep(Number(index)));
      return (value) => all(steps, (step) => step(value));
    }
    if (this.#match(FIRST) !== undefined) return indexStep(0);
    const slice = this.#match(SLICE);
    if (slice !== undefined) return sliceStep(slice[1] ?? "", slice[2] ?? "", slice[3] ?? "1");
    if (this.#match(FILTER) !== undefined) return this.#filter();
    const deep = this.#match(DEEP);
    if (deep !== undefined) {
      const [, sought] = deep;
      if (sought === undefined) return descendantsOf;
      const step = sought === "*" ? childrenOf : fieldStep(unescaped(sought));
      return (value) => all(descendantsOf(value), step);
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
    const passes = (item: unknown): boolean | undefined => {
      const ones = left(item);
      if (operator === undefined || right === undefined) return (ones?.length ?? 0) > 0;
      const others = right(item);
      if (ones === undefined || others === undefined) return undefined;
      if (ones.length === 0 || others.length === 0) return false;
      if (ones.length > 1 || others.length > 1) return undefined;
      return compare(operator, ones[0], others[0]);
    };
    return (value) => {
      if (!Array.isArray(value)) return undefined;
      return all(value, (item) => {
        const passed = passes(item);
        return passed === undefined ? undefined : passed ? [item] : [];
      });
    };
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

function follow(steps: readonly Step[], value: unknown): unknown[] | undefined {
  let found: unknown[] | undefined = [value];
  for (const step of steps) {
    if (found === undefined) break;
    found = all(found, step);
  }
  return found;
}

/** What all of them lead to, as far as that is bounded; undefined where one leads nowhere. */
function all<T>(
  each: readonly T[],
  lead: (one: T) => unknown[] | undefined,
): unknown[] | undefined {
  const found: unknown[] = [];
  for (const one of each) {
    const more = lead(one);
    if (more === undefined) return undefined;
    addAll(found, more);
    if (found.length > FOUND_LIMIT) return found.slice(0, FOUND_LIMIT);
  }
  return found;
}

function fieldStep(name: string): Step {
  return (value) =>
    isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined ? [value[name]] : [];
}

/** Null has no items, and nobody misses them. */
function itemsStep(itemsOf: (list: readonly unknown[]) => unknown[] | undefined): Step {
  return (value) => value === null ? [] : Array.isArray(value) ? itemsOf(value) : undefined;
}

function indexStep(index: number): Step {
  return itemsStep((list) => {
    const at = index < 0 ? index + list.length : index;
    return at >= 0 && at < list.length ? [list[at]] : undefined;
  });
}

function sliceStep(from: string, to: string, by: string): Step {
  return itemsStep((list) => {
    const place = (text: string, standard: number) => {
      const at = text === "" ? standard : Number(text);
      return at < 0 ? at + list.length : at;
    };
    const [first, end, step] = [place(from, 0), place(to, list.length), Number(by)];
    if (first === end) return [];
    if (first < 0 || first >= list.length || end > list.length || first > end) return undefined;
    return step === 0 ? undefined : list.slice(first, end).filter((_, index) => index % step === 0);
  });
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
  return found.slice(0, FOUND_LIMIT);
}

/** The outcome of a comparison; undefined where there is none between these. */
function compare(operator: string, one: unknown, other: unknown): boolean | undefined {
  const kind = comparableKind(one);
  if (kind === undefined || kind !== comparableKind(other)) return undefined;
  // A large integer is equal to none that is written shorter.
  if (operator === "==") return one === other;
  if (operator === "!=") return one !== other;
  if (kind === "boolean") return undefined;
  const [left, right] = [one, other] as [number, number] | [string, string];
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

function comparableKind(value: unknown): "boolean" | "text" | "integer" | "fraction" | undefined {
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "string":
      return "text";
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(value) ? "integer" : "fraction";
    default:
      return undefined;
  }
}
