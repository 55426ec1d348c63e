/**
 * The reference's own implementation of the language, as a program that answers expressions.
 *
 * @module
 */

import { GoOracle } from "../../testing/go_oracle.ts";

/** What the program says of an expression. A bound that is missing is -1. */
export interface OracleAnswer {
  readonly answer: string;
  readonly cost?: number;
  readonly min?: number;
  readonly max?: number;
}

/** The program. */
export const CEL_ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** The reference keeps what it has compiled: a process that answers more would take all memory. */
const EXPRESSIONS_A_PROCESS = 20_000;

/** What expressions are about: how the program calls it, and what it reads of it from files. */
export interface Subject {
  readonly about: "claims" | "devices" | "policy" | "question" | "schema" | "tables" | "user";
  readonly files: readonly unknown[];
}

/** What the reference says of expressions, in their order; by default, of what tables of answers name. */
export async function answersOfReference(
  expressions: readonly string[],
  { about, files }: Subject = { about: "tables", files: [] },
): Promise<OracleAnswer[]> {
  const folder = await Deno.makeTempDir({ prefix: "orch-cel-" });
  try {
    return await askAll([about, ...await written(files, folder)], expressions);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function written(files: Subject["files"], folder: string): Promise<string[]> {
  return await Promise.all(files.map(async (content, index) => {
    const file = `${folder}/${index}.json`;
    await Deno.writeTextFile(file, JSON.stringify(content));
    return file;
  }));
}

async function askAll(
  args: readonly string[],
  expressions: readonly string[],
): Promise<OracleAnswer[]> {
  const answers: OracleAnswer[] = [];
  for (let from = 0; from < expressions.length; from += EXPRESSIONS_A_PROCESS) {
    const some = expressions.slice(from, from + EXPRESSIONS_A_PROCESS);
    answers.push(...await CEL_ORACLE.answers<OracleAnswer>(some, args));
  }
  return answers;
}
