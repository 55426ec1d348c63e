/**
 * Kinds of decisions that are compared.
 *
 * @module
 */

import type { Random } from "../cel/generated_expressions.ts";

/** What a decision is of. */
export interface Question {
  readonly given: unknown;
  readonly asked: unknown;
}

/** A kind of decision: what is given and asked, and what ours says. */
export interface Decision {
  /** As the reference's program calls it. */
  readonly kind: string;
  /** Makes questions, one after the other. */
  readonly questions: (random: Random) => () => Question;
  readonly decide: (given: never, asked: never) => string | Promise<string>;
  /** What both say in the same words. Default: all of it. */
  readonly comparable?: (said: string) => string;
  /** Why ours may decide otherwise; undefined: it may not. */
  readonly known?: (question: Question, ours: string, theirs: string) => string | undefined;
}

/** Questions that something random makes, one after the other. */
export function madeBy<Maker>(
  Made: new (random: Random) => Maker,
  make: (of: Maker) => Question,
): Decision["questions"] {
  return (random) => {
    const of = new Made(random);
    return () => make(of);
  };
}
