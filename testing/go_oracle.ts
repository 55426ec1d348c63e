/**
 * Programs that are made of the reference's own modules and say what it would: for tests that compare.
 *
 * @module
 */

import { assert } from "../toolkit/deps/assert.ts";
import { goProgram, missingModules } from "./go_program.ts";
import { missing, slowTests, testWith } from "./requirements.ts";

/** A program in Go that reads questions, one a line, and answers each with a line, all in JSON. */
export class GoOracle {
  readonly #folder: string;

  /** `folder`: where its source is. */
  constructor(folder: URL) {
    this.#folder = folder.pathname;
  }

  /** Registers a slow test that needs it. */
  async test(name: string, run: (context: Deno.TestContext) => Promise<void>): Promise<void> {
    if (!slowTests()) return Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
    const lacking = missing(["go"]).length > 0 ? undefined : await missingModules(this.#folder);
    if (lacking === undefined) testWith(["go"], name, run);
    else Deno.test.ignore(`${name} [needs ${lacking}]`, () => {});
  }

  /** The answers, in the order of the questions. */
  async answers<Answer>(
    questions: readonly unknown[],
    args: readonly string[] = [],
  ): Promise<Answer[]> {
    const process = new Deno.Command(await goProgram(this.#folder), {
      args: [...args],
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
}
