/**
 * The fields that come twice in a YAML text, told as the reference's parser tells of them.
 *
 * @module
 */

import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type Schema,
} from "../deps/yaml.ts";
import { quoteText } from "../values/quote.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { Problems } from "./problems.ts";

/** A sequence, or a mapping with the names that it has had. */
interface Collection {
  readonly names: Set<string> | undefined;
  /** Where the key stands whose value comes next, and what it is; undefined: a key comes next. */
  key: { readonly name: string; readonly at: number } | undefined;
  /** Where the collection itself begins. */
  readonly at: number;
}

/**
 * A sentence for each field that comes twice, inner ones first: `line 3: key "a" already set in map`,
 * with the line on which the value begins. The text is YAML that could be read.
 */
export function yamlDuplicates(text: string, schema: Schema): string[] {
  const found: string[] = [];
  const told = new Problems(found);
  const open: Collection[] = [];
  const lineAt = lineCounter(text);
  const value = (at: number) => {
    const parent = open.at(-1);
    if (parent?.names === undefined) return;
    if (parent.key === undefined) throw new Error("a value without its key");
    const { name, at: keyAt } = parent.key;
    parent.key = undefined;
    // Merged fields give way to those that stand beside them.
    if (name === "<<") return;
    if (!parent.names.has(name)) parent.names.add(name);
    else if (!told.isFull) {
      told.add(`line ${lineAt(at < 0 ? keyAt : at)}: key ${name} already set in map`);
    }
  };
  for (const event of parseEvents(text, { maxDepth: DEPTH_LIMIT })) {
    const parent = open.at(-1);
    const isKey = parent?.names !== undefined && parent.key === undefined;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        if (isKey) parent.key = { name: nameOf(text, event, schema), at: event.valueStart };
        else value(beginning(event));
        break;
      case EVENT_ID.ALIAS:
        if (isKey) parent.key = { name: `*${event.anchorStart}`, at: event.anchorStart };
        else value(event.anchorStart);
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        open.push({
          names: event.type === EVENT_ID.MAPPING ? new Set() : undefined,
          key: undefined,
          at: beginning(event),
        });
        break;
      case EVENT_ID.POP: {
        const closed = open.pop();
        const outer = open.at(-1);
        if (closed === undefined || outer === undefined) break;
        // A key that is a collection was refused before.
        if (outer.names !== undefined && outer.key === undefined) outer.key = { name: "", at: 0 };
        else value(closed.at);
        break;
      }
    }
  }
  return found;
}

/** Where a node begins; -1: on the line of its key. */
function beginning(event: Exclude<Event, { type: 1 | 5 | 6 }>): number {
  if (event.type === EVENT_ID.SCALAR) {
    const { style, valueStart } = event;
    if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) return -1;
    return first(valueStart, event.anchorStart, event.tagStart);
  }
  return first(event.start, event.anchorStart, event.tagStart);
}

function first(...places: readonly number[]): number {
  const known = places.filter((at) => at >= 0);
  return known.length === 0 ? -1 : Math.min(...known);
}

/** A key in Go's notation. */
function nameOf(text: string, event: ScalarEvent, schema: Schema): string {
  const source = event.valueStart < 0 ? "" : getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN || event.tagStart >= 0) return quoteText(source);
  if (source === "<<") return source;
  const { value } = schema.resolveImplicitScalarTag(source);
  if (typeof value === "string") return quoteText(value);
  return value === null ? "<nil>" : String(value);
}

/** Tells the lines of places that are asked for in any order, counting none twice. */
function lineCounter(text: string): (at: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
