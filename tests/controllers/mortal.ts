/**
 * A controller that is killed after one of its writes, or never hears the answer to it.
 *
 * @module
 */

import type { TestEnv } from "../../testing.ts";
import { type AnyObject, type Client, silentLogger } from "../../mod.ts";
import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";

const WRITES = new Set(["create", "patch", "replace", "update", "delete"]);

/** What becomes of it, and after which of its writes, events aside. Writes count from 1. */
export interface Fate {
  readonly how: "killed" | "lost";
  readonly at: number;
}

/** See the module. It runs until it is disposed of; who kills it has another one started. */
export class Mortal implements AsyncDisposable {
  readonly #env: TestEnv;
  readonly #make: (parts: LoopParts) => Runnable;
  readonly #fate: Fate;
  #stop = new AbortController();
  #over: Promise<void>;
  #writes = 0;
  /** Of the one that runs, or ran last. */
  metrics = new Registry();

  constructor(env: TestEnv, make: (parts: LoopParts) => Runnable, fate: Fate) {
    this.#env = env;
    this.#make = make;
    this.#fate = fate;
    this.#over = this.#run(this.#stop.signal);
  }

  /** How many there were. */
  get writes(): number {
    return this.#writes;
  }

  /** Lets time pass, and once more for its successor where it was killed. */
  async settle(span: Parameters<TestEnv["settle"]>[0]): Promise<void> {
    await this.#env.settle(span);
    if (!this.#stop.signal.aborted) return;
    await this.#over;
    this.#stop = new AbortController();
    this.#over = this.#run(this.#stop.signal);
    await this.#env.settle(span);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the test ends", "AbortError"));
    await this.#over;
  }

  async #run(signal: AbortSignal): Promise<void> {
    await using informers = new SharedInformers(this.#env.client);
    this.metrics = new Registry();
    const loop = this.#make({
      client: this.#meddledWith(this.#env.client, signal),
      informers,
      metrics: this.metrics,
      clock: this.#env.clock,
      logger: silentLogger,
      random: () => Math.random(),
    });
    await loop.run({ signal, started() {} });
  }

  /** Who is dead writes nothing any more, whatever it had begun. */
  #meddledWith(client: Client, signal: AbortSignal): Client {
    return new Proxy(client, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (!WRITES.has(String(name))) return value.bind(target);
        return async (kind: AnyObject, ...others: unknown[]) => {
          signal.throwIfAborted();
          const done = await value.call(target, kind, ...others);
          if (kind.kind !== "Event") this.#meddle();
          return done;
        };
      },
    });
  }

  #meddle(): void {
    const { how, at } = this.#fate;
    if (++this.#writes !== at) return;
    if (how === "killed") this.#stop.abort(new DOMException("it is killed", "AbortError"));
    throw new Error("the answer is lost");
  }
}
