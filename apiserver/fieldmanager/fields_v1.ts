/**
 * Reads sets of fields that came from outside.
 *
 * @module
 */

import { kindOfValue } from "../../toolkit/values/json.ts";
import { parseElement, type PathElement } from "./element.ts";
import { sortElements } from "./element_order.ts";
import { FieldsError } from "./fields_error.ts";
import { type FieldTree, isLeaf, isMember, LEAF, SELF, unite } from "./field_tree.ts";

/** Levels of nesting of a set; objects themselves are refused before they get as deep. */
export const FIELDS_DEPTH_LIMIT = 500;

/** Steps in one set. A set of an object at the limit of its size stays below. */
const FIELDS_COUNT_LIMIT = 1_000_000;

/**
 * Brings the parsed JSON of a FieldsV1 into normal form: steps in their one spelling and in order,
 * kinds of steps that nobody knows yet left out. Throws {@link FieldsError}.
 */
export function parseFieldsV1(value: unknown): FieldTree {
  const node = parseNode(value, { depth: 0, count: 0 });
  // The object as a whole is no field.
  if (node[SELF] === undefined) return node;
  const { [SELF]: _, ...rest } = node;
  return rest;
}

function parseNode(value: unknown, bounds: { depth: number; count: number }): FieldTree {
  if (value === null) return LEAF;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new FieldsError(
      `a set of fields must be made of objects, but has ${kindOfValue(value)}`,
    );
  }
  if (++bounds.depth > FIELDS_DEPTH_LIMIT) {
    throw new FieldsError(`a set of fields is more than ${FIELDS_DEPTH_LIMIT} levels deep`);
  }
  const nodes = new Map<PathElement, FieldTree>();
  let member = false;
  for (const text of Object.keys(value)) {
    if (++bounds.count > FIELDS_COUNT_LIMIT) {
      throw new FieldsError(`a set of fields has more than ${FIELDS_COUNT_LIMIT} steps`);
    }
    if (text === SELF) {
      member = true;
      continue;
    }
    const element = parseElement(text);
    if (element === undefined) continue;
    const child = parseNode((value as Record<string, unknown>)[text], bounds);
    const known = nodes.get(element);
    nodes.set(element, known === undefined ? child : eitherNode(known, child));
  }
  bounds.depth--;
  if (nodes.size === 0) return LEAF;
  const result: Record<PathElement, FieldTree> = {};
  if (member) result[SELF] = LEAF;
  for (const element of sortElements([...nodes.keys()])) result[element] = nodes.get(element)!;
  return result;
}

/** Two spellings of one step. */
function eitherNode(left: FieldTree, right: FieldTree): FieldTree {
  const either = unite(left, right);
  if (isLeaf(either) || either[SELF] !== undefined || !(isMember(left) || isMember(right))) {
    return either;
  }
  return { [SELF]: LEAF, ...either };
}
