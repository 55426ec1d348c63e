/** Random pods: what the reference asks a webhook for images about them, and makes of its answers, ours does. */

import { deterministicRandom } from "../../testing/api_server.ts";
import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import { reviewsOf } from "../../testing/reviews.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { ADMISSION_ORACLE, ADMISSION_SEED, assertSameAnswers } from "./compared.ts";
import { ourAnswers } from "./our_plugins.ts";
import type { PluginAnswer } from "./question.ts";
import { IMAGE_ANSWER, type ImageAnswer, RandomImages } from "./random_images.ts";

const WORLDS = 500;

await ADMISSION_ORACLE.test("a webhook for images is asked as the reference asks it", async () => {
  const seed = Number(Deno.env.get(ADMISSION_SEED) ?? 1);
  console.log(`of ${ADMISSION_SEED}=${seed}`);
  await using peer = await HttpsPeer.start(answerTo);
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, peer.clientConfig());
    await using started = await startServerWithContext();
    const { context } = started;
    const worlds = new RandomImages(deterministicRandom(seed), file);
    const all = Array.from({ length: WORLDS }, () => ({
      plugin: "ImagePolicyWebhook",
      ...worlds.world(),
    }));
    const theirs = await ADMISSION_ORACLE.answers<PluginAnswer[]>(all);
    const askedByTheirs = peer.requests.splice(0);
    const ours: PluginAnswer[][] = [];
    for (const question of all) ours.push(await ourAnswers(context, question));
    assertSameAnswers(all, ours, theirs, withoutFailure);
    // How often is asked again is a matter of time.
    const reviews = [peer.requests, askedByTheirs].map((all) => new Set(reviewsOf(all)));
    assertEquals(reviews[0], reviews[1]);
  } finally {
    await Deno.remove(file);
  }
});

/** What the webhook itself did not say is said in words of its own by either. */
function withoutFailure(message: string): string {
  const isVerdict = /one or more images/.test(message);
  return isVerdict ? message : message.replace(/(?<=is forbidden: ).*/s, "it failed");
}

/** What the annotation that the webhook is told says. */
function answerTo({ body }: PeerRequest): PeerAnswer {
  const { apiVersion, kind, spec } = JSON.parse(body);
  const { status = 200, text, review }: ImageAnswer = JSON.parse(spec.annotations[IMAGE_ANSWER]);
  if (text !== undefined) return { status, headers: { "content-type": "text/plain" }, body: text };
  return { status, body: { apiVersion, kind, ...review } };
}
