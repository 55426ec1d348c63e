/** Random requests in random worlds: what the reference's admission plugins make of them, ours do. */

import type { ServerContext } from "../../apiserver/server_context.ts";
import { alwaysAllow } from "../../apiserver/authorization/always_allow.ts";
import { deterministicRandom, startTestServer } from "../../testing/api_server.ts";
import { GoOracle } from "../../testing/go_oracle.ts";
import { decodeJson } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { findKind } from "../../toolkit/schema/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { CASES, comparable } from "./cases.ts";
import { ourAnswers } from "./our_plugins.ts";
import type { PluginAnswer, PluginCase } from "./question.ts";

const ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Names one that worlds and requests are made of. */
const SEED_VARIABLE = "ORCH_ADMISSION_SEED";
const WORLDS = 1_000;
/** What is shown of those that are answered in another way. */
const SHOWN = 5;

await ORACLE.test("admission plugins do what the reference's do", async (t) => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  const { promise: context, resolve } = Promise.withResolvers<ServerContext>();
  await using _server = await startTestServer({
    authorizer: (made) => {
      resolve(made);
      return alwaysAllow;
    },
  });
  for (const one of CASES) {
    await t.step(`${one.plugin}, of ${SEED_VARIABLE}=${seed}`, async () => {
      await compare(await context, one, deterministicRandom(seed));
    });
  }
});

async function compare(
  context: ServerContext,
  { plugin, questions }: PluginCase,
  random: () => number,
): Promise<void> {
  const next = questions(random);
  const all = Array.from({ length: WORLDS }, () => ({ plugin, ...next() }));
  const theirs = await ORACLE.answers<PluginAnswer[]>(all);
  const different: unknown[] = [];
  const said = new Map<string, number>();
  let asked = 0;
  for (const [index, question] of all.entries()) {
    const ours = await ourAnswers(context, question);
    for (const [number, request] of question.requests.entries()) {
      const other = inOneSpelling(theirs[index]![number]!);
      const own = inOneSpelling(ours[number]!);
      const what = other.message ?? JSON.stringify(other.object);
      said.set(what, (said.get(what) ?? 0) + 1);
      asked++;
      if (equalJson(comparable(own), comparable(other))) continue;
      const { objects, configuration, allowed } = question;
      different.push({ configuration, allowed, objects, request, ours: own, theirs: other });
    }
  }
  assertEquals(different.slice(0, SHOWN), []);
  // Worlds in which nothing ever happens would show nothing.
  assert(said.size > 1 && Math.max(...said.values()) < 0.95 * asked, JSON.stringify([...said]));
}

function inOneSpelling(answer: PluginAnswer): PluginAnswer {
  const { object } = answer;
  if (object === undefined) return answer;
  const { apiVersion = "", kind = "" } = object;
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const { type } = findKind(group, version, kind, "kubernetes")!;
  return { ...answer, object: decodeJson(type, JSON.stringify(object)) };
}
