/**
 * A part of `deno task generate`: writes down what servers have when they have just been started, so that
 * environments need not start one to know.
 *
 * @module
 */

import { DIALECTS } from "../toolkit/names.ts";
import { linesOf } from "./environment/pristine.ts";
import { startPristine } from "./environment/pristine_server.ts";

const TABLE = new URL("./environment/pristine_table.ts", import.meta.url);

/** The text of the table as it should be. */
async function pristineTable(): Promise<string> {
  const entries: string[] = [];
  for (const dialect of DIALECTS) {
    const lines = await linesOf(await startPristine(dialect, "all"));
    entries.push(`  ${dialect}: \`${lines.replace(/[\\\\`$]/g, "\\\\$&")}\`,\n`);
  }
  return `// Made by \`deno task generate\`. Do not edit.

import type { Dialect } from "../../toolkit/names.ts";

/** What servers with all groups have when they have just been started, as \`stateOf()\` reads it. */
export const PRISTINE: Readonly<Record<Dialect, string>> = {
${entries.join("")}};
`;
}

if (import.meta.main) await Deno.writeTextFile(TABLE, await pristineTable());
