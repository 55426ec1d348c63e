/**
 * Runs the processes of a local cluster.
 *
 * @module
 */

import { keepTrying } from "../../backoff.ts";
import { Child, type ChildDeclaration, type ChildStatus, type ChildSurroundings } from "./child.ts";
import { UpError } from "./up_error.ts";

/** Between attempts to prepare what starts late. */
const LATE_WAITS = { firstMs: 250, mostMs: 30_000 };

/** What the supervisor itself is told. */
export interface SupervisorOptions {
  readonly children: readonly ChildDeclaration[];
  /** What one of them is run with. */
  surroundings(declaration: ChildDeclaration): ChildSurroundings;
}

interface Supervised {
  readonly declaration: ChildDeclaration;
  readonly surroundings: ChildSurroundings;
  readonly child: Child;
  readonly before: readonly Supervised[];
  stopped?: Promise<void>;
}

/**
 * Runs the processes of a local cluster: each starts when those that it waits for are ready, late ones when all
 * others are, and is stopped before they are.
 */
export class Supervisor {
  readonly #all: Supervised[] = [];
  readonly #stopping = new AbortController();

  constructor({ children, surroundings }: SupervisorOptions) {
    for (const declaration of children) {
      const before = declaration.after.map((name) => {
        const found = this.#all.find((one) => one.declaration.name === name);
        // In the order of the declarations nobody can wait for himself.
        if (found === undefined) throw new Error(`${declaration.name} waits for ${name}: unknown`);
        return found;
      });
      const own = surroundings(declaration);
      const child = new Child(declaration, own);
      this.#all.push({ declaration, surroundings: own, child, before });
    }
  }

  /** Starts all; settles when all are ready but the late ones, which begin then. Rejects when the first one can't start. */
  async start(): Promise<void> {
    const started = new Map<Supervised, Promise<void>>();
    for (const one of this.#all.filter(({ declaration }) => !declaration.isLate)) {
      started.set(one, this.#startAfter(one, one.before.map((other) => started.get(other)!)));
    }
    await Promise.all(started.values());
    for (const one of this.#all.filter(({ declaration }) => declaration.isLate)) {
      // It goes on by itself: that it is stopped is no news.
      this.#startLate(one).catch(() => {});
    }
  }

  async #startAfter(one: Supervised, others: readonly Promise<void>[]): Promise<void> {
    await Promise.all(others);
    if (one.stopped === undefined) await this.#prepare(one.declaration);
    await this.#startUnlessStopped(one);
  }

  /** Does what has to be done before it starts, or says whose preparation failed, and why. */
  async #prepare({ title, before }: ChildDeclaration): Promise<void> {
    try {
      await before?.();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      throw new UpError(`the ${title} can't be prepared: ${why}`, { cause: error });
    }
  }

  /** Prepares it until that works. */
  async #startLate(one: Supervised): Promise<void> {
    const { clock, onEvent } = one.surroundings;
    const { signal } = this.#stopping;
    await keepTrying(async () => await one.declaration.before?.(), {
      ...LATE_WAITS,
      clock,
      signal,
      failed(error, againInMs) {
        const how = `can't be prepared (${error instanceof Error ? error.message : error})`;
        onEvent({ type: "ended", how, againInMs });
      },
    });
    await this.#startUnlessStopped(one);
  }

  async #startUnlessStopped(one: Supervised): Promise<void> {
    // Asked to stop while it waited: nobody would end it any more.
    if (one.stopped !== undefined) throw new Error(`${one.declaration.name} is stopped`);
    await one.child.start();
  }

  /** Asks all to end; settles when all have. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // Those that were declared later wait for earlier ones, never the other way round.
    for (const one of this.#all.toReversed()) {
      const after = this.#all.filter((other) => other.before.includes(one));
      one.stopped ??= Promise.all(after.map((other) => other.stopped)).then(() => one.child.stop());
    }
    await Promise.all(this.#all.map((one) => one.stopped));
  }

  /** Ends all at once. */
  kill(): void {
    for (const { child } of this.#all) child.kill();
  }

  /** The processes that run. */
  get pids(): readonly number[] {
    return this.#all.flatMap(({ child }) => child.pid ?? []);
  }

  /** What can be said of each. */
  async status(signal: AbortSignal): Promise<readonly ChildStatus[]> {
    return await Promise.all(this.#all.map(({ child }) => child.status(signal)));
  }
}
