/**
 * Controllers that are killed after a write, or whose answer to one is lost: the same has to come of it.
 *
 * @module
 */

import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import { type AnyObject, type Client, StatusError } from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";

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

type How = "killed" | "lost";

/** Plays it with each write interrupted (in the short tier: some of them), in both ways. */
export async function assertSurvives(play: SurvivalPlay, how: How): Promise<void> {
  const { end, writes } = await survived(play, how, Infinity);
  assert(writes > 20, `there were ${writes} writes`);
  // Each takes a second.
  const step = slowTests() ? 1 : 11;
  for (let at = 1; at <= writes; at += step) {
    assertEquals((await survived(play, how, at)).end, end, `after write ${at}`);
  }
}

async function survived(
  { controllers, nodes, make, play, end, watch }: SurvivalPlay,
  how: How,
  at: number,
): Promise<{ readonly end: unknown; readonly writes: number }> {
  await using env = await testEnv({ controllers, nodes, seed: 1 });
  const { client } = env;
  let writes = 0;
  let stop = new AbortController();
  const meddled = meddledWith(client, () => {
    if (++writes !== at) return;
    if (how === "killed") stop.abort(new DOMException("it is killed", "AbortError"));
    throw new Error("the answer is lost");
  });
  const start = () => runWith(meddled, env, make, stop.signal);
  let over = start();
  await using watched = await watch?.(client);
  await play(env, async () => {
    await env.settle("1m");
    if (!stop.signal.aborted) return;
    await over;
    stop = new AbortController();
    over = start();
    await env.settle("1m");
  });
  stop.abort(new DOMException("the test ends", "AbortError"));
  await over;
  watched?.check();
  return { end: await end(client), writes };
}

/** Runs a controller with a client of its own until the signal aborts. */
export async function runWith(
  client: Client,
  env: TestEnv,
  make: (parts: LoopParts) => Runnable,
  signal: AbortSignal,
): Promise<void> {
  await using informers = new SharedInformers(env.client);
  const loop = make({
    client,
    informers,
    metrics: new Registry(),
    clock: env.clock,
    logger: silentLogger,
    random: () => Math.random(),
  });
  await loop.run({ signal, started() {} });
}

/** A client that may not make objects of a kind while `isRefused` says so. */
export function refusing(client: Client, refused: string, isRefused: () => boolean): Client {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (kind: AnyObject, ...others: unknown[]) =>
        name === "create" && kind.kind === refused && isRefused()
          ? Promise.reject(new StatusError({ code: 403, reason: "Forbidden", message: "too many" }))
          : value.call(target, kind, ...others);
    },
  });
}

/** A client after each of whose writes of anything but events something happens. */
function meddledWith(client: Client, after: () => void): Client {
  const writes = new Set(["create", "patch", "update", "replace", "delete"]);
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (!writes.has(String(name))) return value.bind(target);
      return async (kind: AnyObject, ...others: unknown[]) => {
        const done = await value.call(target, kind, ...others);
        if (kind.kind !== "Event") after();
        return done;
      };
    },
  });
}
