/**
 * What the reference says of configuration files, and of whom tokens are: a program that is made of its own modules.
 *
 * @module
 */

import { GoOracle } from "../../testing/go_oracle.ts";

/** The program. */
export const CONFIGURATION_ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** A file, and a token where it is asked who that is of. */
export interface Question {
  readonly kind: string;
  readonly text: string;
  readonly token?: string;
}

/** What the reference says, in order: what is wrong with a file ("": nothing), or whose a token is. */
export function answersOfReference(questions: readonly Question[]): Promise<string[]> {
  return CONFIGURATION_ORACLE.answers<string>(questions);
}
