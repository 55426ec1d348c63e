/** Random webhooks: what the reference asks them and makes of what they answer, ours does. */

import { deterministicRandom, type TestServer } from "../../testing/api_server.ts";
import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import { reviewsOf } from "../../testing/reviews.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { ADMISSION_ORACLE, ADMISSION_SEED, assertSameAnswers } from "./compared.ts";
import { ourAnswers } from "./our_plugins.ts";
import type { PluginAnswer } from "./question.ts";
import { ANSWERS, type HookAnswer, RandomWebhooks } from "./random_webhooks.ts";

const WORLDS = 500;
const PLUGINS = "MutatingAdmissionWebhook+ValidatingAdmissionWebhook";

await ADMISSION_ORACLE.test("webhooks are asked as the reference asks them", async () => {
  const seed = Number(Deno.env.get(ADMISSION_SEED) ?? 1);
  console.log(`of ${ADMISSION_SEED}=${seed}`);
  await using peer = await HttpsPeer.start(answerTo);
  await using started = await startServerWithContext();
  const { server, context } = started;
  const worlds = new RandomWebhooks(deterministicRandom(seed), peer);
  const all = Array.from({ length: WORLDS }, () => ({ plugin: PLUGINS, ...worlds.world() }));
  const theirs = await ADMISSION_ORACLE.answers<PluginAnswer[]>(all);
  const askedByTheirs = peer.requests.splice(0);
  const ours: PluginAnswer[][] = [];
  for (const question of all) {
    await enter(server, question.objects);
    ours.push(await ourAnswers(context, question));
  }
  assertSameAnswers(all, ours, theirs);
  assertEquals(reviewsOf(peer.requests), reviewsOf(askedByTheirs));
});

/** What the object of a review says that its webhook answers. */
function answerTo({ path, body }: PeerRequest): PeerAnswer {
  const { request, apiVersion, kind } = JSON.parse(body);
  const { annotations } = (request.object ?? request.oldObject).metadata;
  const hook = path.replace(/^.*\/|\?.*$/g, "");
  const { status = 200, text, review, response }: HookAnswer =
    JSON.parse(annotations[ANSWERS])[hook];
  if (text !== undefined) return { status, headers: { "content-type": "text/plain" }, body: text };
  const answered = { uid: request.uid, ...response };
  return { status, body: { apiVersion, kind, response: answered, ...review } };
}

/** Has a server have a world's objects, whatever was there before. */
async function enter({ client }: TestServer, objects: readonly AnyObject[]): Promise<void> {
  const places = objects.map(({ apiVersion, kind, metadata }) => {
    const resource = `${apiVersion === "v1" ? "/api" : "/apis"}/${apiVersion}/${
      kind!.toLowerCase()
    }s`;
    return { resource, object: `${resource}/${metadata!.name}` };
  });
  const isHook = (index: number) => objects[index]!.kind!.endsWith("WebhookConfiguration");
  // They would be asked about the namespace.
  for (const [index, { object }] of places.entries()) {
    if (isHook(index)) await client.delete(object);
  }
  for (const [index, { resource, object }] of places.entries()) {
    const sent = objects[index]!;
    const put = isHook(index) ? undefined : await client.put(object, sent);
    const { status, text } = put === undefined || put.status === 404
      ? await client.post(resource, sent)
      : put;
    if (status >= 300) throw new Error(text);
  }
}
