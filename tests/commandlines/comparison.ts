/**
 * A program beside the reference's: which command lines both take.
 *
 * @module
 */

import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";
import { declaredFlags, type FlagGroup } from "../../toolkit/flags/mod.ts";
import { differenceOf, type Judged } from "./difference.ts";
import {
  answersOfReference,
  flagsOfReference,
  type Program,
  type ReferenceFlag,
} from "./oracle.ts";
import { addedBy } from "./random_lines.ts";
import { FOLDER, writeSampleFiles } from "./sample_files.ts";
import { valuesOf } from "./values.ts";

/** A program that is compared. */
export interface Compared {
  readonly program: Program;
  readonly groups: readonly FlagGroup[];
  /** Why ours does not start; "": it starts. */
  refusal(args: readonly string[]): string | Promise<string>;
  /** Why one may take what the other refuses; undefined: it may not. */
  reason(judged: Judged): string | undefined;
}

/** Names one that lines are made of. */
export const SEED_VARIABLE = "ORCH_COMMANDLINES_SEED";

/** The one in force. */
export const seed = (): number => Number(Deno.env.get(SEED_VARIABLE) ?? 1);

/** What is shown of those that are judged in another way. */
const SHOWN = 10;

/** The flags that both programs have, by their names there. */
export async function flagsOfBoth(
  { program, groups }: Pick<Compared, "program" | "groups">,
): Promise<readonly ReferenceFlag[]> {
  const own = new Set(declaredFlags(groups).map(({ name }) => flagInDialect(name, "kubernetes")));
  const both = (await flagsOfReference(program)).filter((flag) =>
    own.has(flag.name) && valuesOf(flag).ofType.length > 0
  );
  assert(both.length > 120);
  return both;
}

/** Has both judge the lines, each in a folder of its own. */
export async function compare(
  lines: readonly (readonly string[])[],
  compared: Compared,
): Promise<void> {
  const theirs = await inSampleFolder(async (folder) => {
    const inIt = lines.map((args) => inFolder(args, folder));
    const answers = await answersOfReference(compared.program, inIt);
    return answers.map((answer) => ({
      ...answer,
      errors: answer.errors.map((error) => error.replaceAll(folder, FOLDER)),
    }));
  });
  const own = await ownRefusals(lines, compared);
  const different: unknown[] = [];
  for (const [index, args] of lines.entries()) {
    const judged: Judged = { args, ours: own[index]!, theirs: theirs[index]! };
    const added = addedBy(args);
    const how = differenceOf(judged, added.length);
    if (how === undefined || how !== "names" && compared.reason(judged) !== undefined) continue;
    const { stage, errors } = judged.theirs;
    different.push({ how, added, ours: judged.ours, theirs: `${stage} ${errors.join("; ")}` });
  }
  assertEquals(different.slice(0, SHOWN), []);
  assert(theirs.some(({ stage }) => stage === "") && theirs.some(({ stage }) => stage !== ""));
}

/** What ours says of the lines. */
export async function ownRefusals(
  lines: readonly (readonly string[])[],
  { refusal }: Pick<Compared, "refusal">,
): Promise<string[]> {
  return await inSampleFolder(async (folder) => {
    const said: string[] = [];
    for (const args of lines) {
      said.push((await refusal(inFolder(args, folder))).replaceAll(folder, FOLDER));
    }
    return said;
  });
}

async function inSampleFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await Deno.makeTempDir({ prefix: "orch-commandlines-" });
  try {
    await writeSampleFiles(folder);
    return await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function inFolder(args: readonly string[], folder: string): string[] {
  return args.map((arg) => arg.replaceAll(FOLDER, folder));
}
