/** Random objects in several versions: what the reference asks their webhook and makes of its answer, ours does. */

import { webhookConverter } from "../../apiserver/customresources/conversion/webhook.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import { deterministicRandom } from "../../testing/api_server.ts";
import { GoOracle } from "../../testing/go_oracle.ts";
import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import { reviewsOf } from "../../testing/reviews.ts";
import { startServerWithContext } from "../../testing/server_with_context.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import {
  CONVERSION_ANSWER,
  type ConversionAnswer,
  type ConversionQuestion,
  RandomConversions,
} from "./random_conversions.ts";

const ORACLE = new GoOracle(new URL("oracle/", import.meta.url));
const SEED_VARIABLE = "ORCH_SCHEMAS_SEED";
const QUESTIONS = 3_000;
/** What is shown of those that are answered in another way. */
const SHOWN = 5;

interface Converted {
  readonly objects: readonly AnyObject[];
  /** Why there are none: each says so in words of its own. */
  readonly wrong: string;
}

await ORACLE.test("webhooks that convert are asked as the reference asks them", async () => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  console.log(`of ${SEED_VARIABLE}=${seed}`);
  await using peer = await HttpsPeer.start(answerTo);
  const made = new RandomConversions(deterministicRandom(seed), peer);
  const questions = Array.from({ length: QUESTIONS }, () => made.question());
  const theirs = await ORACLE.answers<Converted>(questions);
  const askedByTheirs = peer.requests.splice(0);
  await using started = await startServerWithContext();
  const { context } = started;
  const different: unknown[] = [];
  let failed = 0;
  for (const [index, question] of questions.entries()) {
    const ours = await converted(context, question);
    const other = theirs[index]!;
    if (other.wrong !== "") failed++;
    const isSame = (ours.wrong === "") === (other.wrong === "") &&
      equalJson(ours.objects, other.objects);
    if (!isSame) different.push({ ...question, ours, theirs: other });
  }
  assertEquals(different.slice(0, SHOWN), []);
  assert(failed > QUESTIONS / 10 && failed < QUESTIONS * 0.9);
  assertEquals(reviewsOf(peer.requests), reviewsOf(askedByTheirs));
});

async function converted(
  { callouts, clock, signal, uid }: ServerContext,
  { definition, objects, desired }: ConversionQuestion,
): Promise<Converted> {
  const { spec, metadata } = definition;
  const converter = webhookConverter(metadata!.name!, spec.conversion, {
    ...callouts,
    clock,
    uid,
    group: "apiextensions.k8s.io",
    measure() {},
  });
  try {
    const all = objects.map(({ object }) => structuredClone(object) as JsonObject);
    return { objects: await converter.convert(all, desired, signal) as AnyObject[], wrong: "" };
  } catch (error) {
    if (statusErrorOf(error) === undefined) throw error;
    return { objects: [], wrong: (error as Error).message };
  }
}

/** What the first object says that its webhook answers. */
function answerTo({ body }: PeerRequest): PeerAnswer {
  const { request, apiVersion, kind } = JSON.parse(body);
  const answer = request.objects[0].metadata.annotations[CONVERSION_ANSWER];
  const { status = 200, text, review, response, changes = [] }: ConversionAnswer = JSON.parse(
    answer,
  );
  if (text !== undefined) return { status, headers: { "content-type": "text/plain" }, body: text };
  const convertedObjects = request.objects.flatMap((object: AnyObject, index: number) => {
    const change = changes[index] === undefined ? {} : changes[index];
    if (change === null) return [];
    const { metadata } = object;
    const to = change.metadata as AnyObject | undefined | null;
    const changed = typeof to === "object" && to !== null
      ? {
        ...metadata,
        ...to,
        name: to.name || metadata!.name,
        namespace: to.namespace || metadata!.namespace,
      }
      : "metadata" in change
      ? to
      : metadata;
    return [{
      ...object,
      apiVersion: request.desiredAPIVersion,
      ...change,
      metadata: changed,
    }];
  });
  return {
    status,
    body: {
      apiVersion,
      kind,
      response: {
        uid: request.uid,
        result: { status: "Success" },
        convertedObjects,
        ...response,
      },
      ...review,
    },
  };
}
