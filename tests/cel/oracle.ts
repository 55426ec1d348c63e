/**
 * The reference's own implementation of the language, as a program that answers expressions.
 *
 * @module
 */

import { goProgram } from "../../testing/go_program.ts";

/** What the program says of an expression. A bound that is missing is -1. */
export interface OracleAnswer {
  readonly answer: string;
  readonly cost?: number;
  readonly min?: number;
  readonly max?: number;
}

/** The program's source. */
export const ORACLE_FOLDER = new URL("oracle/", import.meta.url).pathname;

/** The reference keeps what it has compiled: a process that answers more would take all memory. */
const EXPRESSIONS_A_PROCESS = 20_000;

/** An object that expressions are about, as `self`. */
export interface Subject {
  readonly schema: unknown;
  readonly object: unknown;
}

/** What the reference says of expressions, in their order; without a subject, of what tables of answers name. */
export async function answersOfReference(
  expressions: readonly string[],
  subject?: Subject,
): Promise<OracleAnswer[]> {
  const program = await goProgram(ORACLE_FOLDER);
  const folder = await Deno.makeTempDir({ prefix: "orch-cel-" });
  try {
    const args = subject === undefined ? [] : await written(subject, folder);
    return await askAll(program, args, expressions);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function written({ schema, object }: Subject, folder: string): Promise<string[]> {
  const files = [`${folder}/schema.json`, `${folder}/object.json`] as const;
  await Deno.writeTextFile(files[0], JSON.stringify(schema));
  await Deno.writeTextFile(files[1], JSON.stringify(object));
  return [...files];
}

async function askAll(
  program: string,
  args: readonly string[],
  expressions: readonly string[],
): Promise<OracleAnswer[]> {
  const answers: OracleAnswer[] = [];
  for (let from = 0; from < expressions.length; from += EXPRESSIONS_A_PROCESS) {
    const some = expressions.slice(from, from + EXPRESSIONS_A_PROCESS);
    answers.push(...await ask(program, args, some));
  }
  return answers;
}

async function ask(
  program: string,
  args: readonly string[],
  expressions: readonly string[],
): Promise<OracleAnswer[]> {
  const process = new Deno.Command(program, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = expressions.map((expression) => `${JSON.stringify(expression)}\n`).join("");
  const [{ success, stdout }] = await Promise.all([
    process.output(),
    new Blob([lines]).stream().pipeTo(process.stdin),
  ]);
  if (!success) throw new Error("the reference's program ended with an error");
  const answers = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return answers.map((line) => JSON.parse(line));
}
