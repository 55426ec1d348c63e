/**
 * Whether the generated files are those that their generators make now.
 *
 * @module
 */

import { FLAGS_DOCUMENT, flagsDocument } from "../../docs/flags.ts";
import { deno, ROOT } from "./checkout.ts";

/** What is stale, and what to run. */
export async function staleFiles(): Promise<string[]> {
  const problems: string[] = [];
  const { success, output } = await deno(["run", "-A", "toolkit/generate/main.ts", "--check"]);
  if (!success) problems.push(`${output.trim()} (run: deno task generate)`);
  if (await Deno.readTextFile(ROOT + FLAGS_DOCUMENT) !== flagsDocument()) {
    problems.push(`${FLAGS_DOCUMENT} is stale (run: deno task generate)`);
  }
  return problems;
}
