/**
 * Paths to what a schema knows, as rules and selectable fields write them: `.spec.labels['a.b']`.
 *
 * @module
 */

import { SchemaNode } from "./node.ts";

/** A path that leads to no field of the schema: why. */
export class SchemaPathError extends Error {
  override readonly name = "SchemaPathError";
}

/** Where a path leads to. */
export interface SchemaPath {
  /** As errors write it: `spec.labels[a.b]`. */
  readonly text: string;
  /** The name of the first step. */
  readonly first: string;
  readonly node: SchemaNode;
}

const NO_FIELD = "does not refer to a valid field";
const ENDS = "unexpected end of JSON path";

/** A token: a quoted text, one of `.`, `[` and `]`, or what is between those. */
const TOKEN = /'(?:[^'\\]|\\[^])*'|[.[\]]|[^.[\]]+/y;

/** Follows a path; `keys`: steps in brackets may be in it. Throws SchemaPathError. */
export function schemaPath(text: string, root: SchemaNode, { keys = true } = {}): SchemaPath {
  const tokens = tokensOf(text);
  let node = root;
  let path = "";
  let first: string | undefined;
  const step = (name: string) => {
    first ??= name;
    if (node.properties.size > 0) {
      const property = node.properties.get(name);
      if (property === undefined) throw new SchemaPathError(NO_FIELD);
      path = path === "" ? name : `${path}.${name}`;
      node = property;
    } else if (node.rest instanceof SchemaNode) {
      path += `[${name}]`;
      node = node.rest;
    } else throw new SchemaPathError(NO_FIELD);
  };
  const next = () => {
    const token = tokens.shift();
    if (token === undefined) throw new SchemaPathError(ENDS);
    return token;
  };
  while (tokens.length > 0) {
    const token = next();
    if (token === ".") step(next());
    else if (token !== "[") throw new SchemaPathError(`expected [ or . but got: ${token}`);
    else {
      if (!keys) throw new SchemaPathError("array notation is not allowed");
      const quoted = next();
      if (!/^'[^]*'$/.test(quoted)) {
        throw new SchemaPathError(`expected single quoted string but got ${quoted}`);
      }
      step(unquoted(quoted));
      const close = next();
      if (close !== "]") throw new SchemaPathError(`expected ] but got ${close}`);
    }
  }
  return { text: path, first: first ?? "", node };
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    tokens.push(found[0]);
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "'": "'",
  "\\": "\\",
};

function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\([^])/g, (escape, character) => {
    const meant = ESCAPES[character];
    if (meant !== undefined) return meant;
    throw new SchemaPathError(`invalid string literal: invalid escape char ${escape}`);
  });
}
