/**
 * Field selectors: `metadata.name=a,spec.nodeName!=b`. Which fields a kind can be selected by is for
 * its declaration to say ({@link FieldSelector.transform}).
 *
 * @module
 */

import { SelectorError } from "./requirement.ts";

/** The selectable fields of an object, by path. One that is not there counts as empty. */
export type Fields = Readonly<Record<string, string>>;

/** One condition on a field. */
export interface FieldRequirement {
  /** The path of the field: `spec.nodeName`. */
  readonly field: string;
  /** Whether the field has the value, or has not. */
  readonly operator: "=" | "!=";
  /** The value; "" is that of a field that is not there, too. */
  readonly value: string;
}

/** Longer texts, and more requirements, are refused. */
export const FIELD_SELECTOR_LIMIT_CHARS = 128 * 1024;
/** More requirements are refused: each is asked for each object. */
export const FIELD_SELECTOR_LIMIT_REQUIREMENTS = 1024;

/** A set of conditions on fields, all of which must be met. Immutable. */
export class FieldSelector {
  /** The conditions, in the order given. */
  readonly requirements: readonly FieldRequirement[];

  /** A selector of these conditions; of none, it selects everything. */
  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
  }

  /** The selector that all objects meet. */
  static readonly everything: FieldSelector = new FieldSelector([]);

  /** Reads a field selector; throws {@link SelectorError} with the reference's message. */
  static parse(text: string): FieldSelector {
    if (text === "") return FieldSelector.everything;
    if (text.length > FIELD_SELECTOR_LIMIT_CHARS) {
      throw new SelectorError(
        `the field selector has more than ${FIELD_SELECTOR_LIMIT_CHARS} characters`,
      );
    }
    const terms = splitTerms(text).filter((term) => term !== "").sort();
    if (terms.length > FIELD_SELECTOR_LIMIT_REQUIREMENTS) {
      throw new SelectorError(
        `the field selector has more than ${FIELD_SELECTOR_LIMIT_REQUIREMENTS} requirements`,
      );
    }
    return new FieldSelector(terms.map((term) => parseTerm(term, text)).filter(saysSomething));
  }

  /** True when there are no conditions. */
  get matchesEverything(): boolean {
    return this.requirements.length === 0;
  }

  /** Whether fields meet all conditions. */
  matches(fields: Fields): boolean {
    return this.requirements.every(({ field, operator, value }) => {
      const found: unknown = fields[field];
      return ((typeof found === "string" ? found : "") === value) === (operator === "=");
    });
  }

  /** The one value that `field` must have for a match, for a look into an index; undefined if none. */
  exactValue(field: string): string | undefined {
    return this.requirements.find((one) => one.field === field && one.operator === "=")?.value;
  }

  /**
   * The selector with each condition's field and value replaced; undefined drops a condition. For
   * kinds, which throw on fields that they cannot be selected by.
   */
  transform(
    replace: (field: string, value: string) => { field: string; value: string } | undefined,
  ): FieldSelector {
    return new FieldSelector(this.requirements.flatMap((one) => {
      const replaced = replace(one.field, one.value);
      return replaced === undefined ? [] : [{ ...one, ...replaced }];
    }));
  }

  /** The string form, which parses to an equal selector. */
  toString(): string {
    return this.requirements
      .map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`)
      .join(",");
  }
}

/** A value as a field selector's string form needs it. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

/** A lone operator is no condition, as in the reference. */
function saysSomething(requirement: FieldRequirement): boolean {
  return requirement.field !== "" || requirement.value !== "";
}

/** Splits at commas that no backslash precedes. */
function splitTerms(text: string): string[] {
  return Array.from(text.matchAll(/((?:[^\\,]|\\[^]|\\$)*)(?:,|$)/g), (match) => match[1] ?? "");
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const match = /^([^=!]*(?:!(?!=)[^=!]*)*)(!=|==|=)([^]*)$/.exec(term);
  if (match === null) {
    throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  }
  const [, field = "", operator, value = ""] = match;
  return { field, operator: operator === "!=" ? "!=" : "=", value: unescapeFieldValue(value) };
}

function unescapeFieldValue(text: string): string {
  if (!/[\\,=]/.test(text)) return text;
  return text.replace(/\\([^]?)|[,=]/gu, (found, escaped: string | undefined) => {
    if (escaped === undefined) {
      // The reference prints the character's number.
      throw new SelectorError(
        `invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`,
      );
    }
    if (escaped !== "\\" && escaped !== "," && escaped !== "=") {
      throw new SelectorError(`invalid field selector: invalid escape sequence: ${found}`);
    }
    return escaped;
  });
}
