/**
 * The controllers of a cluster that run in an environment.
 *
 * @module
 */

import { createGarbageCollector } from "../../controllers/garbage_collector.ts";
import { createNamespaceController } from "../../controllers/namespace.ts";
import type { ResourceSource } from "../../apiserver/resource/resource_source.ts";
import type { Client } from "../../toolkit/client/client.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { CacheWatching, kindsOf } from "./cache_watching.ts";

/** What controllers are made of. */
export interface ControllerParts {
  /** May do everything, and meets no fault. */
  readonly client: Client;
  /** What the server has. */
  readonly source: ResourceSource;
  readonly clock: Clock;
  random(): number;
}

/** Definitions are followed: nobody has to ask again and again. */
const SELDOM_MS = 24 * 60 * 60_000;

const MAKERS: Readonly<Record<string, (parts: ControllerParts) => Runnable>> = {
  // There is one server: none has to hear first that a namespace is being deleted.
  namespace: ({ client, ...parts }) =>
    createNamespaceController(client, { ...parts, delayMs: 0, resync: SELDOM_MS, workers: 2 }),
  garbagecollector: ({ client, source, ...parts }) =>
    createGarbageCollector(client, {
      ...parts,
      workers: 2,
      discoveryMs: SELDOM_MS,
      discover: () => Promise.resolve(kindsOf(source)),
      watching: (options) => new CacheWatching(source, options),
    }),
};

/** All that there are: they run unless the test says which. */
export const CONTROLLERS: readonly string[] = Object.keys(MAKERS);

/** Throws a TypeError for names of none. */
export function checkControllers(names: readonly string[]): void {
  for (const name of names) {
    if (Object.hasOwn(MAKERS, name)) continue;
    throw new TypeError(
      `controllers names ${JSON.stringify(name)}: there are ${CONTROLLERS.join(" and ")}`,
    );
  }
}

/** Controllers that run until this is disposed of. */
export class RunningControllers implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #over: Promise<unknown>;

  private constructor(runnables: readonly Runnable[], failed: (error: unknown) => void) {
    const { signal } = this.#stop;
    this.#over = Promise.all(
      runnables.map(async (runnable) => {
        try {
          await runnable.run({ signal, started() {} });
        } catch (error) {
          if (!signal.aborted) {
            failed(new Error(`the ${runnable.name} has ended: ${error}`, { cause: error }));
          }
        }
      }),
    );
  }

  /** Starts controllers by their names; `failed` is told of one that has ended unasked. */
  static start(
    names: readonly string[],
    parts: ControllerParts,
    failed: (error: unknown) => void,
  ): RunningControllers {
    return new RunningControllers(names.map((name) => MAKERS[name]!(parts)), failed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the environment has ended", "AbortError"));
    await this.#over;
  }
}
