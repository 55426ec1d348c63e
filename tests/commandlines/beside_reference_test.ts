/** Command lines of the API server, right and wrong: ours starts with those that the reference starts with. */

import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { Random } from "../../testing/random_objects.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";
import {
  compare,
  type Compared,
  flagsOfBoth,
  ownRefusals,
  seed,
  SEED_VARIABLE,
} from "./comparison.ts";
import { reasonFor } from "./known.ts";
import { COMMAND_LINE_ORACLE, type ReferenceFlag } from "./oracle.ts";
import { ownRefusal } from "./own_refusal.ts";
import { BASE, randomLines, singleFlags, SYNTAX, TOGETHER, wholeLine } from "./random_lines.ts";

const RANDOM_LINES = 1000;

await COMMAND_LINE_ORACLE.test("command lines are judged as by the reference", async (context) => {
  await using around = await startServerWithContext();
  const server: Compared = {
    program: "kube-apiserver",
    groups: apiServerFlags,
    refusal: (args) => ownRefusal(args, around.context),
    reason: reasonFor,
  };
  const flags = await flagsOfBoth(server);
  const random = randomLines(flags, TOGETHER, new Random(seed()));
  const steps: Readonly<Record<string, () => Iterable<readonly string[]>>> = {
    "lines as such": () => SYNTAX.map((args) => wholeLine(args)),
    "without what is needed": () => Object.keys(BASE).map((name) => wholeLine([], [name])),
    "single flags": () => Array.from(singleFlags(flags), (args) => wholeLine(args)),
    [`flags together, of ${SEED_VARIABLE}=${seed()}`]: () =>
      Array.from({ length: RANDOM_LINES }, () => wholeLine(random())),
  };
  for (const [name, lines] of Object.entries(steps)) {
    await context.step(name, async () => await compare(Array.from(lines()), server));
  }
  await context.step("flags by their other names", async () => {
    await compareNames(flags, server);
  });
});

/** A flag means the same under its name in the other dialect, but for those of stores, which mean etcd in one. */
async function compareNames(flags: readonly ReferenceFlag[], server: Compared): Promise<void> {
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
  const refusals = (all: readonly (readonly string[])[]) =>
    ownRefusals(all.map((args) => wholeLine(args)), server);
  const withoutNames = (text: string) => text.replace(/("|: )--\S+/g, "");
  assertEquals(
    (await refusals(renamed)).map(withoutNames),
    (await refusals(lines)).map(withoutNames),
  );
}
