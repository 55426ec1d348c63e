/**
 * Reads an expression into a tree, macros expanded.
 *
 * @module
 */

import { type CallExpr, type EntryNode, type Expr, OPERATORS } from "./ast.ts";
import { type Token, tokensOf } from "./lexer.ts";
import { expandMacro, type MacroCall } from "./macros.ts";
import { CelCompileError } from "./source.ts";

/** The longest expression, in code units. */
const SOURCE_LIMIT = 100_000;
/** How deeply expressions may nest. */
const DEPTH_LIMIT = 250;

const RESERVED = new Set([
  ..."as break const continue else for function if import let loop package namespace".split(" "),
  ..."return var void while".split(" "),
]);

/** Binary operators by how tightly they bind; those of one line bind alike, from the left. */
const RELATIONS: Readonly<Record<string, string>> = {
  "==": OPERATORS.equals,
  "!=": OPERATORS.differs,
  "<": OPERATORS.less,
  "<=": OPERATORS.lessOrEqual,
  ">": OPERATORS.greater,
  ">=": OPERATORS.greaterOrEqual,
  "in": OPERATORS.in,
};
const SUMS: Readonly<Record<string, string>> = { "+": OPERATORS.add, "-": OPERATORS.subtract };
const PRODUCTS: Readonly<Record<string, string>> = {
  "*": OPERATORS.multiply,
  "/": OPERATORS.divide,
  "%": OPERATORS.remainder,
};

/** Which macros there are. */
export interface ParserOptions {
  isMacro(name: string, member: boolean, args: number): boolean;
}

/** The tree of `source`. Throws CelCompileError. */
export function parseCel(source: string, options: ParserOptions): Expr {
  if (source.length > SOURCE_LIMIT) {
    const message =
      `expression code point size exceeds limit: size: ${source.length}, limit ${SOURCE_LIMIT}`;
    throw new CelCompileError(source.slice(0, 80), [{ at: 0, message }]);
  }
  return new Parser(source, options).whole();
}

class Parser {
  readonly #source: string;
  readonly #options: ParserOptions;
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(source: string, options: ParserOptions) {
    this.#source = source;
    this.#options = options;
    this.#tokens = tokensOf(source);
  }

  whole(): Expr {
    const expr = this.#expression();
    if (this.#token.is !== "end") this.#unexpected("<EOF>");
    return expr;
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #fail(at: number, message: string): never {
    throw new CelCompileError(this.#source, [{ at, message }]);
  }

  #unexpected(expected: string): never {
    const { at, text, is } = this.#token;
    const found = `'${text}'`;
    if (expected === "<EOF>") {
      return this.#fail(at, `Syntax error: extraneous input ${found} expecting ${expected}`);
    }
    if (is === "end" && /^'[)\]}]'$/.test(expected)) {
      return this.#fail(at, `Syntax error: missing ${expected} at ${found}`);
    }
    return this.#fail(at, `Syntax error: mismatched input ${found} expecting ${expected}`);
  }

  /** Takes the next token if it is this symbol. */
  #take(symbol: string): Token | undefined {
    const token = this.#token;
    if (token.is !== "symbol" || token.text !== symbol) return undefined;
    this.#next++;
    return token;
  }

  #expect(symbol: string): Token {
    return this.#take(symbol) ?? this.#unexpected(`'${symbol}'`);
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEPTH_LIMIT) {
      this.#fail(this.#token.at, `expression recursion limit exceeded: ${DEPTH_LIMIT}`);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #expression(): Expr {
    return this.#nested(() => {
      const condition = this.#or();
      const mark = this.#take("?");
      if (mark === undefined) return condition;
      const yes = this.#or();
      this.#expect(":");
      return call(OPERATORS.conditional, mark.at, [condition, yes, this.#expression()]);
    });
  }

  #or(): Expr {
    return this.#chain("||", OPERATORS.or, () => this.#and());
  }

  #and(): Expr {
    return this.#chain("&&", OPERATORS.and, () => this.#relation());
  }

  /** A chain of one associative operator, as a balanced tree: a long one stays shallow. */
  #chain(symbol: string, name: string, term: () => Expr): Expr {
    const terms = [term()];
    const marks: number[] = [];
    for (;;) {
      const mark = this.#take(symbol);
      if (mark === undefined) break;
      marks.push(mark.at);
      terms.push(term());
    }
    const balanced = (from: number, to: number): Expr => {
      const middle = (from + to + 1) >> 1;
      if (from === to) return terms[from] as Expr;
      const sides = [balanced(from, middle - 1), balanced(middle, to)];
      return call(name, marks[middle - 1] ?? 0, sides);
    };
    return balanced(0, terms.length - 1);
  }

  #relation(): Expr {
    return this.#leftToRight(RELATIONS, () => this.#sum());
  }

  #sum(): Expr {
    return this.#leftToRight(SUMS, () => this.#product());
  }

  #product(): Expr {
    return this.#leftToRight(PRODUCTS, () => this.#unary());
  }

  #leftToRight(names: Readonly<Record<string, string>>, term: () => Expr): Expr {
    let left = term();
    for (let chained = 0;; chained++) {
      const { is, text, at } = this.#token;
      const name = is === "symbol" ? names[text] : undefined;
      if (name === undefined) return left;
      if (chained >= DEPTH_LIMIT) {
        this.#fail(at, `expression recursion limit exceeded: ${DEPTH_LIMIT}`);
      }
      this.#next++;
      left = call(name, at, [left, term()]);
    }
  }

  #unary(): Expr {
    const { at } = this.#token;
    if (this.#take("!") !== undefined) {
      let count = 1;
      while (this.#take("!") !== undefined) count++;
      this.#signLiteral();
      const operand = this.#member();
      return count % 2 === 0 ? operand : call(OPERATORS.not, at, [operand]);
    }
    if (this.#signLiteral()) return this.#member();
    let count = 0;
    while (this.#take("-") !== undefined) count++;
    const operand = this.#member();
    return count % 2 === 0 ? operand : call(OPERATORS.negate, at, [operand]);
  }

  /** One minus and a number are a number. */
  #signLiteral(): boolean {
    const { is, text, at } = this.#token;
    const number = this.#tokens[this.#next + 1];
    if (is !== "symbol" || text !== "-" || number?.is !== "literal") return false;
    const { value } = number;
    if (typeof value !== "bigint" && typeof value !== "number") return false;
    this.#tokens[++this.#next] = { is: "literal", value: -value, at, text: `-${value}` };
    return true;
  }

  /** Whether these are the next two. */
  #isNext(one: string, other: string): boolean {
    const after = this.#tokens[this.#next + 1];
    return this.#token.is === "symbol" && this.#token.text === one && after?.is === "symbol" &&
      after.text === other;
  }

  #member(): Expr {
    let expr = this.#primary();
    for (let chained = 0;; chained++) {
      if (chained > DEPTH_LIMIT) {
        this.#fail(this.#token.at, `expression recursion limit exceeded: ${DEPTH_LIMIT}`);
      }
      const dot = this.#take(".");
      if (dot !== undefined) {
        expr = this.#afterDot(expr, dot.at);
        continue;
      }
      const bracket = this.#take("[");
      if (bracket === undefined) return expr;
      const optional = this.#take("?") !== undefined;
      const index = this.#expression();
      this.#expect("]");
      expr = call(optional ? OPERATORS.optionalIndex : OPERATORS.index, bracket.at, [expr, index]);
    }
  }

  #afterDot(operand: Expr, at: number): Expr {
    const optional = this.#take("?") !== undefined;
    const { text: field, at: fieldAt } = this.#name();
    if (optional) {
      const key: Expr = { is: "literal", value: field, at: fieldAt };
      return call(OPERATORS.optionalSelect, at, [operand, key]);
    }
    const open = this.#take("(");
    if (open === undefined) {
      const name = this.#token.text === "{" ? qualifiedName(operand) : undefined;
      if (name !== undefined) return this.#struct(`${name}.${field}`);
      return { is: "select", operand, field, test: false, at };
    }
    return this.#call(field, operand, open.at);
  }

  #name(): Token {
    const token = this.#token;
    if (token.is !== "ident") this.#unexpected("IDENTIFIER");
    this.#next++;
    return token;
  }

  #call(name: string, target: Expr | undefined, at: number): Expr {
    const args = this.#list(")", () => this.#expression());
    if (!this.#options.isMacro(name, target !== undefined, args.length)) {
      return { is: "call", name, target, args, at };
    }
    const macro: MacroCall = {
      name,
      target,
      args,
      at,
      fail: (where, text) => this.#fail(where, text),
    };
    return expandMacro(macro) ?? { is: "call", name, target, args, at };
  }

  /** What stands between brackets, commas between; for `[…]` and `{…}` one may follow the last. */
  #list<T>(end: string, read: () => T): T[] {
    const all: T[] = [];
    if (this.#take(end) !== undefined) return all;
    // A comma may stand behind the last of them, even if there is none.
    if (end !== ")" && this.#isNext(",", end)) {
      this.#next += 2;
      return all;
    }
    do {
      if (end !== ")" && all.length > 0 && this.#take(end) !== undefined) return all;
      all.push(read());
    } while (this.#take(",") !== undefined);
    this.#expect(end);
    return all;
  }

  #primary(): Expr {
    const token = this.#token;
    if (token.is === "literal") {
      this.#next++;
      const { value, at } = token;
      if (value === 2n ** 63n) this.#fail(at, "invalid int literal");
      return { is: "literal", value, at };
    }
    if (token.is === "ident") return this.#ident("", token.at);
    if (this.#take("(") !== undefined) {
      const inner = this.#expression();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[") !== undefined) return this.#listLiteral(token.at);
    if (this.#take("{") !== undefined) return this.#mapLiteral(token.at);
    // A leading dot: the name is meant from the root.
    if (this.#take(".") !== undefined) return this.#ident(".", this.#token.at);
    return this.#unexpected("an expression");
  }

  #ident(prefix: string, at: number): Expr {
    const { text } = this.#name();
    if (RESERVED.has(text)) this.#fail(at, `reserved identifier: ${text}`);
    const name = prefix + text;
    const open = this.#take("(");
    if (open !== undefined) return this.#call(name, undefined, open.at);
    if (this.#token.is === "symbol" && this.#token.text === "{") return this.#struct(name);
    return { is: "ident", name, at };
  }

  #listLiteral(at: number): Expr {
    const optional = new Set<number>();
    let count = 0;
    const elements = this.#list("]", () => {
      if (this.#take("?") !== undefined) optional.add(count);
      count++;
      return this.#expression();
    });
    return { is: "list", elements, optional, at };
  }

  #mapLiteral(at: number): Expr {
    const entries = this.#list("}", (): EntryNode<Expr> => {
      const optional = this.#take("?") !== undefined;
      const key = this.#expression();
      const colon = this.#expect(":");
      return { key, value: this.#expression(), optional, at: colon.at };
    });
    return { is: "map", entries, at };
  }

  #struct(name: string): Expr {
    const { at } = this.#expect("{");
    const entries = this.#list("}", (): EntryNode<string> => {
      const optional = this.#take("?") !== undefined;
      const { text: key } = this.#name();
      const colon = this.#expect(":");
      return { key, value: this.#expression(), optional, at: colon.at };
    });
    return { is: "struct", name, entries, at };
  }
}

function call(name: string, at: number, args: readonly Expr[]): CallExpr {
  return { is: "call", name, target: undefined, args, at };
}

/** `a.b.c` of a chain of selections that starts at a name; undefined for anything else. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.is === "ident") return expr.name;
  if (expr.is !== "select" || expr.test) return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
