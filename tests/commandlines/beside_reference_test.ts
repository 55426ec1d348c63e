/** Command lines of the API server, right and wrong: ours starts with those that the reference starts with. */

import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { Random } from "../../testing/random_objects.ts";
import {
  type ServerWithContext,
  startServerWithContext,
} from "../../testing/server_with_context.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";
import { declaredFlags } from "../../toolkit/flags/mod.ts";
import { differenceOf, type Judged } from "./difference.ts";
import { reasonFor } from "./known.ts";
import {
  answersOfReference,
  COMMAND_LINE_ORACLE,
  flagsOfReference,
  type ReferenceFlag,
} from "./oracle.ts";
import { ownRefusal } from "./own_refusal.ts";
import { addedBy, BASE, randomLines, singleFlags, SYNTAX, wholeLine } from "./random_lines.ts";
import { FOLDER, writeSampleFiles } from "./sample_files.ts";
import { valuesOf } from "./values.ts";

/** Names one that lines are made of. */
const SEED_VARIABLE = "ORCH_COMMANDLINES_SEED";
const RANDOM_LINES = 1000;
/** What is shown of those that are judged in another way. */
const SHOWN = 10;

const NAMES = declaredFlags(apiServerFlags).map(({ name }) => name);

await COMMAND_LINE_ORACLE.test("command lines are judged as by the reference", async (context) => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  const flags = await flagsOfBoth();
  const random = randomLines(flags, new Random(seed));
  const steps: Readonly<Record<string, () => Iterable<readonly string[]>>> = {
    "lines as such": () => SYNTAX.map((args) => wholeLine(args)),
    "without what is needed": () => Object.keys(BASE).map((name) => wholeLine([], [name])),
    "single flags": () => Array.from(singleFlags(flags), (args) => wholeLine(args)),
    [`flags together, of ${SEED_VARIABLE}=${seed}`]: () =>
      Array.from({ length: RANDOM_LINES }, () => wholeLine(random())),
  };
  await using around = await startServerWithContext();
  for (const [name, lines] of Object.entries(steps)) {
    await context.step(name, async () => await compare(Array.from(lines()), around));
  }
  await context.step("flags by their other names", async () => {
    await compareNames(flags, around);
  });
});

/** The flags that both servers have, by their names there. */
async function flagsOfBoth(): Promise<readonly ReferenceFlag[]> {
  const own = new Set(NAMES.map((name) => flagInDialect(name, "kubernetes")));
  const both = (await flagsOfReference()).filter((flag) =>
    own.has(flag.name) && valuesOf(flag).ofType.length > 0
  );
  assert(both.length > 130);
  return both;
}

/** Has both judge the lines, each in a folder of its own. */
async function compare(
  lines: readonly (readonly string[])[],
  around: ServerWithContext,
): Promise<void> {
  const theirs = await inSampleFolder(async (folder) => {
    const answers = await answersOfReference(lines.map((args) => inFolder(args, folder)));
    return answers.map((answer) => ({
      ...answer,
      errors: answer.errors.map((error) => error.replaceAll(folder, FOLDER)),
    }));
  });
  const own = await ownRefusals(lines, around);
  const different: unknown[] = [];
  for (const [index, args] of lines.entries()) {
    const judged: Judged = { args, ours: own[index]!, theirs: theirs[index]! };
    const added = addedBy(args);
    const how = differenceOf(judged, added.length);
    if (how === undefined || how !== "names" && reasonFor(judged) !== undefined) continue;
    const { stage, errors } = judged.theirs;
    different.push({ how, added, ours: judged.ours, theirs: `${stage} ${errors.join("; ")}` });
  }
  assertEquals(different.slice(0, SHOWN), []);
  assert(theirs.some(({ stage }) => stage === "") && theirs.some(({ stage }) => stage !== ""));
}

/** A flag means the same under its name in the other dialect, but for those of stores, which mean etcd in one. */
async function compareNames(
  flags: readonly ReferenceFlag[],
  around: ServerWithContext,
): Promise<void> {
  const others = flags.filter(({ name }) => flagInDialect(name, "orch") !== name)
    .filter(({ name }) => !name.startsWith("etcd-servers"));
  assert(others.length > 5);
  const lines = Array.from(singleFlags(others));
  const renamed = lines.map((args) =>
    args.map((arg) => {
      const found = others.find(({ name }) => arg.replace(/=.*$/s, "") === `--${name}`);
      if (found === undefined) return arg;
      return arg.replace(found.name, flagInDialect(found.name, "orch"));
    })
  );
  const whole = (all: readonly (readonly string[])[]) => all.map((args) => wholeLine(args));
  const [one, other] = [
    await ownRefusals(whole(lines), around),
    await ownRefusals(whole(renamed), around),
  ];
  const start = (text: string) => text.replace(/("|: )--\S+/g, "");
  assertEquals(other.map(start), one.map(start));
}

/** What ours says of the lines. */
async function ownRefusals(
  lines: readonly (readonly string[])[],
  { context }: ServerWithContext,
): Promise<string[]> {
  return await inSampleFolder(async (folder) => {
    const said: string[] = [];
    for (const args of lines) {
      const refusal = await ownRefusal(inFolder(args, folder), context);
      said.push(refusal.replaceAll(folder, FOLDER));
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
