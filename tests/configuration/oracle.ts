/**
 * What the reference says of configuration files, and of whom tokens are: a program that is made of its own modules.
 *
 * @module
 */

import { goProgram, missingModules } from "../../testing/go_program.ts";
import { missing, slowTests, testWith } from "../../testing/requirements.ts";
import { assert } from "../../toolkit/deps/assert.ts";

const ORACLE_FOLDER = new URL("oracle/", import.meta.url).pathname;

/** A file, and a token where it is asked who that is of. */
export interface Question {
  readonly kind: string;
  readonly text: string;
  readonly token?: string;
}

/** Registers a test that needs the program. */
export async function testWithOracle(
  name: string,
  run: (context: Deno.TestContext) => Promise<void>,
): Promise<void> {
  if (!slowTests()) return Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
  const lacking = missing(["go"]).length > 0 ? undefined : await missingModules(ORACLE_FOLDER);
  if (lacking === undefined) testWith(["go"], name, run);
  else Deno.test.ignore(`${name} [needs ${lacking}]`, () => {});
}

/** What the reference says, in order: what is wrong with a file ("": nothing), or whose a token is. */
export async function answersOfReference(questions: readonly Question[]): Promise<string[]> {
  const process = new Deno.Command(await goProgram(ORACLE_FOLDER), {
    stdin: "piped",
    stdout: "piped",
    // It warns of what it takes all the same.
    stderr: "null",
  }).spawn();
  const lines = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
  const [{ success, stdout }] = await Promise.all([
    process.output(),
    new Blob([lines]).stream().pipeTo(process.stdin),
  ]);
  assert(success, "the reference's program ended with an error");
  return new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
}
