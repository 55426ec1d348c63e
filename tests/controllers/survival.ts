/**
 * Controllers that are killed after a write, or whose answer to one is lost: the same has to come of it.
 *
 * @module
 */

import type { LoopParts } from "../../controllers/loop/mod.ts";
import type { Client } from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { type Fate, Mortal } from "./mortal.ts";

/** What is played, and what has to come of it. */
export interface SurvivalPlay {
  /** What other controllers run, and meet nothing. */
  readonly controllers: readonly string[];
  readonly nodes: number;
  make(parts: LoopParts): Runnable;
  /** Does something, and settles after each step. */
  play(env: TestEnv, settle: () => Promise<void>): Promise<void>;
  /** What is compared. */
  end(client: Client): Promise<unknown>;
  /** Looks on meanwhile; throws at the end for what must never have been. */
  watch?(client: Client): Promise<AsyncDisposable & { check(): void }>;
}

/** Plays it with each write interrupted (in the short tier: some of them), in both ways. */
export async function assertSurvives(play: SurvivalPlay, how: Fate["how"]): Promise<void> {
  const { end, writes } = await survived(play, { how, at: Infinity });
  assert(writes > 20, `there were ${writes} writes`);
  // Each takes a second.
  const step = slowTests() ? 1 : 19;
  for (let at = 1; at <= writes; at += step) {
    assertEquals((await survived(play, { how, at })).end, end, `after write ${at}`);
  }
}

async function survived(
  { controllers, nodes, make, play, end, watch }: SurvivalPlay,
  fate: Fate,
): Promise<{ readonly end: unknown; readonly writes: number }> {
  await using env = await testEnv({ controllers, nodes, seed: 1 });
  const { client } = env;
  await using watched = await watch?.(client);
  await using mortal = new Mortal(env, make, fate);
  await play(env, () => mortal.settle("1m"));
  watched?.check();
  return { end: await end(client), writes: mortal.writes };
}
