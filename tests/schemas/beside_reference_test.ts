/** Random definitions and objects of them: what the reference makes of them, ours does. */

import { deterministicRandom } from "../../testing/api_server.ts";
import { GoOracle } from "../../testing/go_oracle.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { comparable } from "./comparable.ts";
import { ourAnswer, type SchemaAnswer } from "./our_schemas.ts";
import { RandomSchemas } from "./random_schemas.ts";

const ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Names what definitions and objects are made of. */
const SEED_VARIABLE = "ORCH_SCHEMAS_SEED";
const DEFINITIONS = 6_000;
/** What is shown of those that are answered in another way. */
const SHOWN = 5;

await ORACLE.test("custom definitions mean what they mean to the reference", async () => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  console.log(`of ${SEED_VARIABLE}=${seed}`);
  const made = new RandomSchemas(deterministicRandom(seed));
  const questions = Array.from({ length: DEFINITIONS }, () => {
    const definition = made.definition();
    return { definition, objects: made.objects(definition) };
  });
  const theirs = await ORACLE.answers<SchemaAnswer>(questions);
  await using started = await startServerWithContext();
  const { server, context: { source, signal } } = started;
  const caughtUp = async () => await source.catchUp?.(signal);
  const different: unknown[] = [];
  let right = 0, taken = 0, refused = 0;
  for (const [index, question] of questions.entries()) {
    const ours = comparable(await ourAnswer(server.client, caughtUp, question));
    const other = comparable(theirs[index]!);
    if (other.definition.length === 0) right++;
    for (const { wrong } of other.objects) wrong.length === 0 ? taken++ : refused++;
    if (JSON.stringify(ours) !== JSON.stringify(other)) {
      different.push({ ...question, ours, theirs: other });
    }
  }
  assertEquals(different.slice(0, SHOWN), []);
  assert(right > DEFINITIONS / 2 && taken > right && refused > right / 2);
});
