/**
 * Runs the processes of a local cluster.
 *
 * @module
 */

import { Child, type ChildDeclaration, type ChildStatus, type ChildSurroundings } from "./child.ts";

/** What the supervisor itself is told. */
export interface SupervisorOptions {
  readonly children: readonly ChildDeclaration[];
  /** What one of them is run with. */
  surroundings(declaration: ChildDeclaration): ChildSurroundings;
}

interface Supervised {
  readonly declaration: ChildDeclaration;
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

  constructor({ children, surroundings }: SupervisorOptions) {
    for (const declaration of children) {
      const before = declaration.after.map((name) => {
        const found = this.#all.find((one) => one.declaration.name === name);
        // In the order of the declarations nobody can wait for himself.
        if (found === undefined) throw new Error(`${declaration.name} waits for ${name}: unknown`);
        return found;
      });
      const child = new Child(declaration, surroundings(declaration));
      this.#all.push({ declaration, child, before });
    }
  }

  /** Starts all; settles when all are ready but the late ones, which run. Rejects when the first one can't start. */
  async start(): Promise<void> {
    const started = new Map<Supervised, Promise<void>>();
    const waitedFor = this.#all.filter(({ declaration }) => !declaration.isLate);
    const late = this.#all.filter(({ declaration }) => declaration.isLate);
    for (const one of waitedFor) {
      started.set(one, this.#prepared(one, started).then(() => this.#startUnlessStopped(one)));
    }
    // What they need is made while the others start.
    const prepared = late.map((one) => this.#prepared(one, started));
    await Promise.all([...started.values(), ...prepared]);
    for (const one of late) {
      // It goes on by itself: that it is stopped is no news.
      this.#startUnlessStopped(one).catch(() => {});
    }
  }

  /** Settles when one may start. */
  async #prepared(
    one: Supervised,
    started: ReadonlyMap<Supervised, Promise<void>>,
  ): Promise<void> {
    await Promise.all(one.before.map((other) => started.get(other)));
    if (one.stopped === undefined) await one.declaration.before?.();
  }

  async #startUnlessStopped(one: Supervised): Promise<void> {
    // Asked to stop while it waited: nobody would end it any more.
    if (one.stopped !== undefined) throw new Error(`${one.declaration.name} is stopped`);
    await one.child.start();
  }

  /** Asks all to end; settles when all have. */
  async stop(): Promise<void> {
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
