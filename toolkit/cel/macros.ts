/**
 * Macros: calls that stand for other expressions, mostly for folds over lists and maps.
 *
 * @module
 */

import { ACCUMULATOR, type EntryNode, type Expr, type FoldExpr, OPERATORS } from "./ast.ts";

/** What `sortBy` sorts: no source can spell it. */
const SORTED = "@sorted";

/** A call that may be a macro. */
export interface MacroCall {
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  readonly at: number;
  fail(at: number, message: string): never;
}

type Expand = (call: MacroCall, target: Expr, args: readonly Expr[]) => Expr | undefined;

interface Macro {
  /** Whether it stands after a dot. */
  readonly member: boolean;
  readonly args: readonly number[];
  readonly expand: Expand;
}

const member = (args: readonly number[], expand: Expand): Macro => ({ member: true, args, expand });

/** What the reference calls that which a fold makes. */
const RESULT = "__result__";

const SORTABLE: readonly Expr["is"][] = ["list", "ident", "fold", "call", "select"];

const MACROS: Readonly<Record<string, Macro>> = {
  has: { member: false, args: [1], expand: (call) => has(call) },
  all: member([2, 3], (call, target, args) => {
    const last = args.at(-1) as Expr;
    return fold(call, target, args.slice(0, -1), {
      init: literal(true, call.at),
      condition: call1(OPERATORS.notStrictlyFalse, call.at, accumulator(call.at)),
      step: call2(OPERATORS.and, call.at, accumulator(call.at), last),
    });
  }),
  exists: member([2, 3], (call, target, args) => {
    const last = args.at(-1) as Expr;
    const none = call1(OPERATORS.not, call.at, accumulator(call.at));
    return fold(call, target, args.slice(0, -1), {
      init: literal(false, call.at),
      condition: call1(OPERATORS.notStrictlyFalse, call.at, none),
      step: call2(OPERATORS.or, call.at, accumulator(call.at), last),
    });
  }),
  exists_one: member([2, 3], (call, target, args) => existsOne(call, target, args)),
  existsOne: member([3], (call, target, args) => existsOne(call, target, args)),
  map: member(
    [2, 3],
    (call, target, args) => toList(call, target, args.slice(0, 1), args.slice(1)),
  ),
  filter: member([2], (call, target, args) => {
    const [variable, predicate] = args as [Expr, Expr];
    const element: Expr = { is: "ident", name: variableOf(call, variable), at: variable.at };
    return toList(call, target, [variable], [predicate, element]);
  }),
  transformList: member(
    [3, 4],
    (call, target, args) => toList(call, target, args.slice(0, 2), args.slice(2)),
  ),
  transformMap: member([3, 4], (call, target, args) => {
    const key: Expr = { is: "ident", name: variableOf(call, args[0] as Expr), at: call.at };
    return toMap(call, target, args, (value) => [accumulator(call.at), key, value]);
  }),
  transformMapEntry: member(
    [3, 4],
    (call, target, args) => toMap(call, target, args, (entry) => [accumulator(call.at), entry]),
  ),
  sortBy: member([2], (call, target, args) => {
    if (!SORTABLE.includes(target.is)) {
      call.fail(
        target.at,
        "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
      );
    }
    // What is sorted is worked out once.
    const list: Expr = { is: "ident", name: SORTED, at: call.at };
    const keys = toList(call, list, args.slice(0, 1), args.slice(1));
    const sorted: Expr = {
      is: "call",
      name: "@sortByAssociatedKeys",
      target: list,
      args: [keys],
      at: call.at,
    };
    return binding(SORTED, target, sorted, call.at);
  }),
  bind: member([3], (call, target, args) => {
    if (target.is !== "ident" || target.name !== "cel") return undefined;
    const [name, value, result] = args as [Expr, Expr, Expr];
    return binding(variableOf(call, name), value, result, call.at);
  }),
  optMap: member([2], (call, target, args) => {
    const value = args.at(-1) as Expr;
    return ofPresent(call, target, args, globalCall("optional.of", call.at, [value]));
  }),
  optFlatMap: member(
    [2],
    (call, target, args) => ofPresent(call, target, args, args.at(-1) as Expr),
  ),
};

/** Whether there is a macro of this shape. */
export function isMacro(name: string, isMember: boolean, args: number): boolean {
  const macro = Object.hasOwn(MACROS, name) ? MACROS[name] : undefined;
  return macro !== undefined && macro.member === isMember && macro.args.includes(args);
}

/** What a macro stands for; undefined: the call is an ordinary one. */
export function expandMacro(call: MacroCall): Expr | undefined {
  return MACROS[call.name]?.expand(call, call.target ?? literal(null, call.at), call.args);
}

function has(call: MacroCall): Expr {
  const [arg] = call.args;
  if (arg?.is === "select" && !arg.test) return { ...arg, test: true, at: call.at };
  return call.fail(arg?.at ?? call.at, "invalid argument to has() macro");
}

function existsOne(call: MacroCall, target: Expr, args: readonly Expr[]): Expr {
  const { at } = call;
  const more = call2(OPERATORS.add, at, accumulator(at), literal(1n, at));
  return fold(call, target, args.slice(0, -1), {
    init: literal(0n, at),
    condition: literal(true, at),
    step: globalCall(OPERATORS.conditional, at, [args.at(-1) as Expr, more, accumulator(at)]),
    result: call2(OPERATORS.equals, at, accumulator(at), literal(1n, at)),
  });
}

/** A list of what the last of `rest` makes of each element; of those only that the first lets through. */
function toList(call: MacroCall, target: Expr, variables: readonly Expr[], rest: readonly Expr[]) {
  const { at } = call;
  const [filter, made] = rest.length === 2 ? rest : [undefined, rest[0]];
  const one: Expr = { is: "list", elements: [made as Expr], optional: new Set(), at };
  const step = call2(OPERATORS.add, at, accumulator(at), one);
  return fold(call, target, variables, {
    init: { is: "list", elements: [], optional: new Set(), at },
    condition: literal(true, at),
    step: filtered(filter, step, at),
  });
}

function toMap(
  call: MacroCall,
  target: Expr,
  args: readonly Expr[],
  insert: (made: Expr) => readonly Expr[],
): Expr {
  const { at } = call;
  const [filter, made] = args.length === 4 ? args.slice(2) : [undefined, args[2]];
  const entries: EntryNode<Expr>[] = [];
  const step = globalCall(OPERATORS.mapInsert, at, insert(made as Expr));
  return fold(call, target, args.slice(0, 2), {
    init: { is: "map", entries, at },
    condition: literal(true, at),
    step: filtered(filter, step, at),
  });
}

function filtered(filter: Expr | undefined, step: Expr, at: number): Expr {
  if (filter === undefined) return step;
  return globalCall(OPERATORS.conditional, at, [filter, step, accumulator(at)]);
}

function ofPresent(call: MacroCall, target: Expr, args: readonly Expr[], made: Expr): Expr {
  const { at } = call;
  const name = variableOf(call, args[0] as Expr);
  const present: Expr = { is: "call", name: "hasValue", target, args: [], at };
  const value: Expr = { is: "call", name: "value", target, args: [], at };
  const bound = binding(name, value, made, at);
  const none = globalCall("optional.none", at, []);
  return globalCall(OPERATORS.conditional, at, [present, bound, none]);
}

/** `result`, in which a name stands for a value. */
function binding(name: string, init: Expr, result: Expr, at: number): FoldExpr {
  return {
    is: "fold",
    range: { is: "list", elements: [], optional: new Set(), at },
    variable: "#unused",
    second: undefined,
    accumulator: name,
    init,
    condition: literal(false, at),
    step: { is: "ident", name, at },
    result,
    at,
  };
}

function fold(
  call: MacroCall,
  range: Expr,
  variables: readonly Expr[],
  parts: Pick<FoldExpr, "init" | "condition" | "step"> & { readonly result?: Expr },
): FoldExpr {
  const [variable = "", second] = variables.map((one) => variableOf(call, one));
  for (const [index, name] of [variable, second].entries()) {
    if (name !== RESULT) continue;
    const at = variables[index]?.at ?? call.at;
    call.fail(at, "iteration variable overwrites accumulator variable");
  }
  if (variable === second) {
    call.fail(variables[1]?.at ?? call.at, `duplicate variable name: ${variable}`);
  }
  return {
    is: "fold",
    range,
    variable,
    second,
    accumulator: ACCUMULATOR,
    result: accumulator(call.at),
    ...parts,
    at: call.at,
  };
}

function notAName(macro: string): string {
  if (macro === "bind") return "cel.bind() variable names must be simple identifiers";
  if (macro.startsWith("opt")) return `${macro}() variable name must be a simple identifier`;
  return macro === "map" || macro === "filter" || macro === "sortBy"
    ? "argument is not an identifier"
    : "argument must be a simple name";
}

function variableOf(call: MacroCall, expr: Expr): string {
  if (expr.is !== "ident" || expr.name.startsWith(".")) {
    return call.fail(expr.at, notAName(call.name));
  }
  return expr.name;
}

function literal(value: boolean | bigint | null, at: number): Expr {
  return { is: "literal", value, at };
}

function accumulator(at: number): Expr {
  return { is: "ident", name: ACCUMULATOR, at };
}

function globalCall(name: string, at: number, args: readonly Expr[]): Expr {
  return { is: "call", name, target: undefined, args, at };
}

function call1(name: string, at: number, arg: Expr): Expr {
  return globalCall(name, at, [arg]);
}

function call2(name: string, at: number, left: Expr, right: Expr): Expr {
  return globalCall(name, at, [left, right]);
}
