/**
 * The words of an expression.
 *
 * @module
 */

import { CelCompileError } from "./source.ts";
import { Uint, type Value } from "./values.ts";

export type Token =
  | { readonly is: "ident" | "symbol"; readonly text: string; readonly at: number }
  | { readonly is: "literal"; readonly value: Value; readonly at: number; readonly text: string }
  | { readonly is: "end"; readonly text: "<EOF>"; readonly at: number };

const SPACE = /(?:[ \t\r\n\f]|\/\/[^\n]*)*/y;
const NUMBER =
  /(?:0x([0-9a-fA-F]+)([uU]?)|(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|(\d+)([uU]?))/y;
const IDENT = /[_a-zA-Z][_a-zA-Z0-9]*/y;
/** A field that no name can spell: part of the language, but not here. */
const QUOTED_NAME = /^`[\w./ -]+`/;
const STRING = /(?:[rR]|[bB][rR]?)?(?:"""|'''|"|')/y;
const SYMBOL = /==|!=|<=|>=|&&|\|\||[-+*\/%<>!?:.,()\[\]{}]/y;

const INT_MAX = 2n ** 63n;
const UINT_MAX = 2n ** 64n - 1n;

/** All tokens of an expression, the last one its end. */
export function tokensOf(source: string): Token[] {
  return new Lexer(source).all();
}

class Lexer {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  all(): Token[] {
    const tokens: Token[] = [];
    for (;;) {
      this.#match(SPACE);
      if (this.#at >= this.#source.length) break;
      tokens.push(this.#next());
    }
    tokens.push({ is: "end", text: "<EOF>", at: this.#source.length });
    return tokens;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }

  #fail(at: number, message: string): never {
    throw new CelCompileError(this.#source, [{ at, message }]);
  }

  #next(): Token {
    const at = this.#at;
    const string = this.#match(STRING);
    if (string !== undefined) {
      const value = this.#string(at, string[0]);
      return { is: "literal", value, at, text: this.#source.slice(at, this.#at) };
    }
    const ident = this.#match(IDENT);
    if (ident !== undefined) return word(ident[0], at);
    const number = this.#match(NUMBER);
    if (number !== undefined) {
      return { is: "literal", value: this.#number(at, number), at, text: number[0] };
    }
    const symbol = this.#match(SYMBOL);
    if (symbol !== undefined) return { is: "symbol", text: symbol[0], at };
    if (QUOTED_NAME.test(this.#source.slice(at))) this.#fail(at, "unsupported syntax: '`'");
    return this.#fail(
      at,
      `Syntax error: token recognition error at: '${
        String.fromCodePoint(this.#source.codePointAt(at) ?? 0)
      }'`,
    );
  }

  #number(at: number, [, hex, hexUnsigned, double, decimal, unsigned]: RegExpExecArray): Value {
    if (double !== undefined) {
      const value = Number(double);
      return Number.isFinite(value) ? value : this.#fail(at, "invalid double literal");
    }
    const value = BigInt(hex === undefined ? decimal ?? "0" : `0x${hex}`);
    if ((hexUnsigned ?? "") !== "" || (unsigned ?? "") !== "") {
      return value > UINT_MAX ? this.#fail(at, "invalid uint literal") : new Uint(value);
    }
    // One past the largest: it may follow a minus sign, which the parser sees.
    return value > INT_MAX ? this.#fail(at, "invalid int literal") : value;
  }

  #string(at: number, opening: string): Value {
    const quote = opening.match(/["']+$/)?.[0] ?? '"';
    const prefix = opening.slice(0, -quote.length).toLowerCase();
    const [raw, bytes] = [prefix.includes("r"), prefix.includes("b")];
    const from = this.#at;
    for (let i = from; i < this.#source.length; i++) {
      const char = this.#source[i];
      if (char === "\\" && !raw) i++;
      else if (quote.length === 1 && (char === "\n" || char === "\r")) break;
      else if (this.#source.startsWith(quote, i)) {
        this.#at = i + quote.length;
        const text = this.#source.slice(from, i);
        if (bytes) return this.#bytes(at, text, raw);
        return raw ? text : this.#unescaped(at, text, false);
      }
    }
    return this.#fail(
      at,
      `Syntax error: token recognition error at: '${this.#source.slice(at, at + 20)}'`,
    );
  }

  #bytes(at: number, text: string, raw: boolean): Uint8Array {
    if (raw) return new TextEncoder().encode(text);
    // Each escape is one byte; all else is UTF-8. Latin-1 marks carry the bytes of escapes.
    const parts: number[] = [];
    const escape = /\\(?:[xX]([0-9a-fA-F]{2})|([0-3][0-7]{2}))/y;
    for (let i = 0; i < text.length;) {
      escape.lastIndex = i;
      const found = escape.exec(text);
      if (found !== null) {
        parts.push(found[1] === undefined ? parseInt(found[2] ?? "", 8) : parseInt(found[1], 16));
        i = escape.lastIndex;
        continue;
      }
      const length = text[i] === "\\" ? 2 : String.fromCodePoint(text.codePointAt(i) ?? 0).length;
      parts.push(
        ...new TextEncoder().encode(this.#unescaped(at, text.slice(i, i + length), true)),
      );
      i += length;
    }
    return Uint8Array.from(parts);
  }

  #unescaped(at: number, text: string, bytes: boolean): string {
    if (!text.includes("\\")) return text;
    return text.replaceAll(ESCAPE, (whole, simple, hex, short, long, octal) => {
      if (simple !== undefined) return SIMPLE_ESCAPES[simple] ?? simple;
      const digits = hex ?? short ?? long;
      const code = digits === undefined ? parseInt(octal, 8) : parseInt(digits, 16);
      const unicode = short !== undefined || long !== undefined;
      const valid = octal !== undefined || hex !== undefined ||
        (unicode && !bytes && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000));
      // Of bytes each is told by itself.
      if (bytes && /^\\[uU]/.test(whole)) this.#fail(at, "unable to unescape string");
      if (!valid && unicode) this.#fail(at, "invalid unicode code point");
      if (!valid) this.#fail(at, `Syntax error: invalid escape sequence: ${whole}`);
      return String.fromCodePoint(code);
    });
  }
}

const ESCAPE =
  /\\(?:([abfnrtv"'`?\\])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|.?)/gs;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function word(text: string, at: number): Token {
  if (text === "true" || text === "false") {
    return { is: "literal", value: text === "true", at, text };
  }
  if (text === "null") return { is: "literal", value: null, at, text };
  return text === "in" ? { is: "symbol", text, at } : { is: "ident", text, at };
}
