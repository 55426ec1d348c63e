/**
 * The errors of one value.
 *
 * @module
 */

import { CelError, CelLimitError, Work } from "../../../toolkit/cel/mod.ts";
import type { RegexTest } from "../../../toolkit/cel/regex.ts";
import { withWork } from "../../../toolkit/cel/work.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";

/** Errors that are told of one object at most. */
const ERRORS_LIMIT = 1_000;

/**
 * Steps of work that patterns may take in an object: a quarter of a second, in which nobody else is
 * served. It binds where large patterns meet large texts in which most is to be tried.
 */
const PATTERN_STEPS_LIMIT = 5_000_000;

/** The path of what is wrong with the object as a whole, as the reference prints it. */
export const WHOLE = FieldPath.of("<nil>");

/** The path of a place below `base`; see `place.ts`. */
export function pathOf(place: string, base?: FieldPath): FieldPath {
  const name = place.startsWith(".") ? place.slice(1) : place;
  if (name === "") return base ?? WHOLE;
  return base?.child(name) ?? FieldPath.of(name);
}

/**
 * Collects the errors that the checks find in one value. The same error is not added twice, and
 * their number is bounded; so is the work that patterns may take, over the whole object.
 */
export class ErrorCollector {
  readonly errors: FieldError[] = [];
  /** Where the value is that places begin at; undefined: it is a whole object. */
  readonly base: FieldPath | undefined;
  // Most values are good, and need none.
  #told: Set<string> | undefined;
  readonly #work: Work;

  /** `work`: what patterns may still take, which another one has, too, where both are of one object. */
  constructor(base?: FieldPath, work = new Work(PATTERN_STEPS_LIMIT)) {
    this.base = base;
    this.#work = work;
  }

  /** What is found in the same object, and may not count. */
  apart(): ErrorCollector {
    return new ErrorCollector(this.base, this.#work);
  }

  /** What a pattern's test says of a text; undefined: the pattern is too large, or took too much. */
  search(test: RegexTest, text: string): boolean | undefined {
    if (this.#work.left < 0) return undefined;
    try {
      return withWork(this.#work, () => test(text));
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      // Even if this search alone was too much: the next ones may be, too.
      if (error instanceof CelLimitError) this.#work.left = -1;
      return undefined;
    }
  }

  get isEmpty(): boolean {
    return this.errors.length === 0;
  }

  add(error: FieldError): void {
    if (this.errors.length >= ERRORS_LIMIT) return;
    // At one place there is one value.
    const { type, field, detail } = error;
    const text = `${type} ${field} ${detail}`;
    this.#told ??= new Set();
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.errors.push(error);
  }

  /** The path of a place. */
  path(place: string): FieldPath {
    return pathOf(place, this.base);
  }

  addAll({ errors }: ErrorCollector): void {
    for (const error of errors) this.add(error);
  }

  /** An error of a value of the wrong type. */
  type(place: string, type: string, value: string): void {
    const why = `${place} in body must be of type ${type}: ${quoteText(value)}`;
    this.add(FieldError.typeInvalid(this.path(place), value, why));
  }

  /** An error of a value: `why` goes on after its place. */
  invalid(place: string, value: unknown, why: string): void {
    this.invalidAs(place, value, `${place} in body ${why}`);
  }

  /** As {@link invalid}, with a text of its own. */
  invalidAs(place: string, value: unknown, text: string): void {
    this.add(FieldError.invalid(this.path(place), value, text));
  }

  /** An error that has no field: the text says where. */
  whole(text: string): void {
    this.add(FieldError.invalid(this.path(""), "", text));
  }
}
