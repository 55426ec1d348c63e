/**
 * Values as messages about them show them.
 *
 * @module
 */

import { quoteText } from "../values/quote.ts";

/** Characters of a value that are shown: nobody reads more, and a thousand errors may be of one value. */
const SHOWN_CHARACTERS = 10_000;
/** Levels of lists and objects in each other that are shown. */
const SHOWN_LEVELS = 500;

/** A value as Go prints it in an error, its beginning if it is long. */
export function printValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length <= SHOWN_CHARACTERS
        ? quoteText(value)
        : `${quoteText(value.slice(0, SHOWN_CHARACTERS))}…`;
    case "number":
      return printNumber(value);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return printJson(value);
  }
}

/** As Go: below a ten-thousandth with an exponent of two digits. */
function printNumber(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, "e-0$1");
}

const HTML: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** As Go's encoder, which escapes what HTML would take for markup. */
function printJson(value: unknown): string {
  const printer = new JsonPrinter();
  printer.print(value ?? null);
  const text = printer.text.replace(/[<>&\u2028\u2029]/g, (found) => HTML[found] ?? found);
  return printer.isFull ? `${text}…` : text;
}

/** Writes JSON until there is enough of it. */
class JsonPrinter {
  text = "";
  #level = 0;
  #isDeep = false;

  get isFull(): boolean {
    return this.#isDeep || this.text.length > SHOWN_CHARACTERS;
  }

  print(value: unknown): void {
    if (typeof value === "bigint") this.text += String(value);
    else if (typeof value === "string") {
      this.text += JSON.stringify(value.slice(0, SHOWN_CHARACTERS + 1));
    } else if (typeof value === "object" && value !== null) this.#whole(value);
    else this.text += JSON.stringify(value) ?? "null";
  }

  #whole(value: object): void {
    const { toJSON } = value as { toJSON?: unknown };
    if (++this.#level > SHOWN_LEVELS) this.#isDeep = true;
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof toJSON === "function") this.print(toJSON.call(value));
    else this.#object(value as Readonly<Record<string, unknown>>);
    this.#level--;
  }

  #list(list: readonly unknown[]): void {
    let before = "[";
    for (const element of list) {
      this.text += before;
      this.print(element);
      if (this.isFull) return;
      before = ",";
    }
    this.text += before === "[" ? "[]" : "]";
  }

  #object(object: Readonly<Record<string, unknown>>): void {
    let before = "{";
    for (const name in object) {
      if (object[name] === undefined) continue;
      this.text += before;
      this.print(name);
      this.text += ":";
      this.print(object[name]);
      if (this.isFull) return;
      before = ",";
    }
    this.text += before === "{" ? "{}" : "}";
  }
}
