/**
 * How functions are declared: a line of text says what one takes and gives.
 *
 * @module
 */

import type { CallSizes, Cost } from "./cost.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  param,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from "./type.ts";
import type { Value } from "./values.ts";

/** One way to call a function. */
export interface Overload {
  readonly name: string;
  /** What errors and costs call it: its signature. */
  readonly signature: string;
  /** Whether it stands behind a dot; the target is the first argument then. */
  readonly member: boolean;
  readonly params: readonly CelType[];
  readonly result: CelType;
  readonly call: Implementation;
  readonly cost: CallCost;
}

// Arguments have the types of the signature, which the type system can't carry here.
// deno-lint-ignore no-explicit-any
export type Implementation = (...args: any[]) => Value;

/** What a call costs, apart from its arguments. */
export interface CallCost {
  /** Of a call with these arguments, which is paid for before it is made. Undefined: 1. */
  readonly actual?: ((args: readonly Value[]) => number) | undefined;
  /** Where it is only told as it runs which of several overloads is called. Undefined: as otherwise. */
  readonly unsettled?: number;
  /** Of what is known before. Undefined: 1. */
  readonly estimate?: ((sizes: CallSizes) => Cost) | undefined;
}

/** Declares overloads: `[signature, implementation, cost]`. */
export function overload(signature: string, call: Implementation, cost: CallCost = {}): Overload {
  return { ...readSignature(signature), signature, call, cost };
}

const SCALARS: Readonly<Record<string, CelType>> = {
  dyn: DYN,
  null: NULL,
  bool: BOOL,
  int: INT,
  uint: UINT,
  double: DOUBLE,
  string: STRING,
  bytes: BYTES,
  timestamp: TIMESTAMP,
  duration: DURATION,
};

/**
 * `string.indexOf(string, int): int` is a member, `math_abs(int): int` is not. A name with a dot in
 * it starts with a colon: `:ip.isCanonical(string): bool`. One capital letter is any type.
 */
function readSignature(signature: string): Pick<Overload, "name" | "member" | "params" | "result"> {
  const global = signature.startsWith(":");
  const open = signature.indexOf("(");
  const head = signature.slice(global ? 1 : 0, open);
  const close = signature.lastIndexOf("): ");
  const result = typeNamed(signature.slice(close + 3));
  const params = splitTypes(signature.slice(open + 1, close)).map(typeNamed);
  const dot = global ? -1 : head.lastIndexOf(".");
  if (dot < 0) return { name: head, member: false, params, result };
  const target = typeNamed(head.slice(0, dot));
  return { name: head.slice(dot + 1), member: true, params: [target, ...params], result };
}

function typeNamed(text: string): CelType {
  const known = SCALARS[text];
  if (known !== undefined) return known;
  if (/^[A-Z]$/.test(text)) return param(text);
  const [, outer, inner] = /^(list|map|optional|type)<(.*)>$/.exec(text) ?? [];
  const [first = DYN, second = DYN] = splitTypes(inner ?? "").map(typeNamed);
  switch (outer) {
    case "list":
      return listOf(first);
    case "map":
      return mapOf(first, second);
    case "optional":
      return optionalOf(first);
    case "type":
      return typeOf(first);
    default:
      return text === "type" ? typeOf(undefined) : opaque(text);
  }
}

function splitTypes(text: string): string[] {
  const all: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "<") depth++;
    else if (text[i] === ">") depth--;
    else if (text[i] === "," && depth === 0) {
      all.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === "" ? all : [...all, last];
}

/** What a library adds to an environment. */
export interface CelLibrary {
  readonly overloads?: readonly Overload[];
  /** Constants, types as values among them, by their names. */
  readonly constants?: Readonly<Record<string, { readonly type: CelType; readonly value: Value }>>;
}
