/** Random rules and requests, texts and pods: what the reference decides of them, ours does. */

import { deterministicRandom } from "../../testing/api_server.ts";
import { GoOracle } from "../../testing/go_oracle.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ACCOUNT_DECISIONS } from "./accounts.ts";
import type { Decision } from "./decision.ts";
import { FLOW_DECISIONS } from "./flows.ts";
import { NODE_DECISIONS } from "./nodes.ts";
import { QUOTA_DECISIONS } from "./quotas.ts";
import { REQUEST_DECISIONS } from "./requests.ts";
import { RESTRICTION_DECISIONS } from "./restriction.ts";
import { SIGNING_DECISIONS } from "./signing_requests.ts";
import { TEXT_DECISIONS } from "./texts_and_pods.ts";
import { TOKEN_REQUEST_DECISIONS } from "./token_requests.ts";
import { USER_DECISIONS } from "./users_and_amounts.ts";

const NAME = "decisions are the reference's";
const ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Names one that rules and requests are made of. */
const SEED_VARIABLE = "ORCH_DECISIONS_SEED";
const QUESTIONS = 20_000;
/** What is shown of those that are answered in another way. */
const SHOWN = 10;

await ORACLE.test(NAME, async (context) => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  for (
    const decision of [
      ...REQUEST_DECISIONS,
      ...TEXT_DECISIONS,
      ...USER_DECISIONS,
      ...QUOTA_DECISIONS,
      ...NODE_DECISIONS,
      ...RESTRICTION_DECISIONS,
      ...FLOW_DECISIONS,
      ...ACCOUNT_DECISIONS,
      ...TOKEN_REQUEST_DECISIONS,
      ...SIGNING_DECISIONS,
    ]
  ) {
    await context.step(`${decision.kind}, of ${SEED_VARIABLE}=${seed}`, async () => {
      await compare(decision, deterministicRandom(seed));
    });
  }
});

async function compare(
  { kind, questions, decide, comparable = (said) => said, known }: Decision,
  random: () => number,
): Promise<void> {
  const next = questions(random);
  const all = Array.from({ length: QUESTIONS }, next);
  const theirs = await ORACLE.answers<string>(all.map((question) => ({ kind, ...question })));
  const different: unknown[] = [];
  const said = new Map<string, number>();
  for (const [index, question] of all.entries()) {
    const ours = await decide(question.given as never, question.asked as never);
    const other = theirs[index]!;
    said.set(other, (said.get(other) ?? 0) + 1);
    if (comparable(ours) === comparable(other) || known?.(question, ours, other)) continue;
    different.push({ ...question, ours, theirs: other });
  }
  assertEquals(different.slice(0, SHOWN), []);
  // Rules that nothing ever meets would show nothing.
  assert(said.size > 1 && Math.max(...said.values()) < 0.95 * QUESTIONS, JSON.stringify([...said]));
}
