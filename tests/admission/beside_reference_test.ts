/** Random requests in random worlds: what the reference's admission plugins make of them, ours do. */

import { deterministicRandom } from "../../testing/api_server.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import { CASES } from "./cases.ts";
import { ADMISSION_ORACLE, ADMISSION_SEED, assertSameAnswers } from "./compared.ts";
import { inWorldOf, ourAnswers } from "./our_plugins.ts";
import type { PluginAnswer } from "./question.ts";

const WORLDS = 1_000;

await ADMISSION_ORACLE.test("admission plugins do what the reference's do", async (t) => {
  const seed = Number(Deno.env.get(ADMISSION_SEED) ?? 1);
  await using started = await startServerWithContext();
  const { context } = started;
  for (const { plugin, questions } of CASES) {
    await t.step(`${plugin}, of ${ADMISSION_SEED}=${seed}`, async () => {
      const next = questions(deterministicRandom(seed));
      const all = Array.from({ length: WORLDS }, () => ({ plugin, ...next() }));
      const theirs = await ADMISSION_ORACLE.answers<PluginAnswer[]>(all);
      const ours: PluginAnswer[][] = [];
      for (const question of all) {
        ours.push(await ourAnswers(inWorldOf(question, context), question));
      }
      assertSameAnswers(all, ours, theirs);
    });
  }
});
