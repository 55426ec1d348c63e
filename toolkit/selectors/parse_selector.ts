/**
 * Reads the string form of a label selector:
 *
 * ```text
 * selector    = [ requirement { "," requirement } ]
 * requirement = [ "!" ] key | key ( "=" | "==" | "!=" | ">" | "<" ) [ value ]
 *             | key ( "in" | "notin" ) "(" [ value ] { "," [ value ] } ")"
 * ```
 *
 * @module
 */

import { quoteText } from "../values/quote.ts";
import { checkLabelKey } from "../validation/label.ts";
import {
  BINARY_OPERATORS,
  Requirement,
  SelectorError,
  type SelectorOperator,
} from "./requirement.ts";
import { Selector } from "./selector.ts";

/** A longer text is refused unread. */
export const SELECTOR_LIMIT_CHARS = 128 * 1024;
/** More requirements are refused: each is asked for each object. */
export const SELECTOR_LIMIT_REQUIREMENTS = 1024;

/**
 * Reads a label selector; throws {@link SelectorError} with the reference's message.
 *
 * ```ts
 * import { parseSelector } from "../../mod.ts";
 *
 * const selector = parseSelector("app=shop,tier in (web, cache),!canary");
 * selector.matches({ app: "shop", tier: "web" }); // true
 * ```
 */
export function parseSelector(text: string): Selector {
  if (text === "") return Selector.everything;
  if (text.length > SELECTOR_LIMIT_CHARS) {
    throw new SelectorError(`the selector has more than ${SELECTOR_LIMIT_CHARS} characters`);
  }
  return Selector.of(new Parser(text).parse());
}

type TokenKind = "end" | "identifier" | "in" | "notin" | Symbol;
type Symbol = ")" | "," | "!" | "==" | "=" | ">" | "<" | "!=" | "(";

interface Token {
  readonly kind: TokenKind;
  /** As written; empty at the end. */
  readonly text: string;
}

const END: Token = { kind: "end", text: "" };
const SPACE = /[ \t\r\n]*/y;
const SYMBOL = /==|!=|[=!(),<>]/y;
const WORD = /[^=!(),<> \t\r\n]+/y;

class Tokens {
  readonly #text: string;
  #at = 0;
  #next: Token | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token, which stays. */
  peek(): Token {
    return this.#next ??= this.#read();
  }

  /** The next token, which is taken. The end is never used up. */
  take(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.#next = undefined;
    return token;
  }

  #read(): Token {
    this.#match(SPACE);
    const symbol = this.#match(SYMBOL);
    if (symbol !== undefined) return { kind: symbol as Symbol, text: symbol };
    const word = this.#match(WORD);
    if (word === undefined) return END;
    return { kind: word === "in" || word === "notin" ? word : "identifier", text: word };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

/** Outside the operator's place, `in` and `notin` are words like others. */
function isWord(token: Token): boolean {
  return token.kind === "identifier" || token.kind === "in" || token.kind === "notin";
}

const OPERATOR_OF: { readonly [K in TokenKind]?: SelectorOperator } = {
  "in": "in",
  "notin": "notin",
  "=": "=",
  "==": "==",
  "!=": "!=",
  ">": "gt",
  "<": "lt",
};

class Parser {
  readonly #tokens: Tokens;

  constructor(text: string) {
    this.#tokens = new Tokens(text);
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const token = this.#tokens.peek();
      if (token.kind === "end") return requirements;
      if (!isWord(token) && token.kind !== "!") {
        throw unexpected(token, "!, identifier, or 'end of string'");
      }
      requirements.push(this.#requirement());
      if (requirements.length > SELECTOR_LIMIT_REQUIREMENTS) {
        throw new SelectorError(
          `the selector has more than ${SELECTOR_LIMIT_REQUIREMENTS} requirements`,
        );
      }
      const separator = this.#tokens.take();
      if (separator.kind === "end") return requirements;
      if (separator.kind !== ",") throw unexpected(separator, "',' or 'end of string'");
      const next = this.#tokens.peek();
      if (!isWord(next) && next.kind !== "!") throw unexpected(next, "identifier after ','");
    }
  }

  #requirement(): Requirement {
    try {
      return this.#readRequirement();
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  #readRequirement(): Requirement {
    const denied = this.#tokens.peek().kind === "!";
    if (denied) this.#tokens.take();
    const key = this.#tokens.take();
    if (!isWord(key)) throw unexpected(key, "identifier");
    const messages = checkLabelKey(key.text);
    if (messages.length > 0) {
      // The reference has no path here, and says so.
      throw new SelectorError(
        `<nil>: Invalid value: ${quoteText(key.text)}: ${messages.join("; ")}`,
      );
    }
    const next = this.#tokens.peek();
    if (denied) return new Requirement(key.text, "!", []);
    if (next.kind === "end" || next.kind === ",") return new Requirement(key.text, "exists", []);
    const operator = OPERATOR_OF[this.#tokens.take().kind];
    if (operator === undefined) throw unexpected(next, BINARY_OPERATORS.join(", "));
    const values = operator === "in" || operator === "notin" ? this.#list() : [this.#value()];
    return new Requirement(key.text, operator, values);
  }

  #value(): string {
    const next = this.#tokens.peek();
    if (next.kind === "end" || next.kind === ",") return "";
    if (!isWord(next)) throw unexpected(next, "identifier");
    return this.#tokens.take().text;
  }

  /** The values between parentheses, sorted, each once. An empty place is an empty value. */
  #list(): string[] {
    const open = this.#tokens.take();
    if (open.kind !== "(") throw new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.#tokens.peek();
    if (!isWord(first) && first.kind !== "," && first.kind !== ")") {
      throw unexpected(first, "',', ')' or identifier");
    }
    const values = new Set<string>();
    for (;;) {
      const next = this.#tokens.take();
      if (isWord(next)) {
        values.add(next.text);
        const after = this.#tokens.take();
        if (after.kind === ")") break;
        if (after.kind !== ",") throw unexpected(after, "',' or ')'");
      } else if (next.kind === ")") {
        values.add("");
        break;
      } else if (next.kind === ",") {
        values.add("");
      } else {
        throw unexpected(next, "',', or identifier");
      }
    }
    return [...values].sort();
  }
}

function unexpected(token: Token, expected: string): SelectorError {
  return new SelectorError(`found '${token.text}', expected: ${expected}`);
}
