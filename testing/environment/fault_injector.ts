/**
 * The faults of an environment, and what was asked: of all its processes that meet some.
 *
 * @module
 */

import type { Asked } from "../../toolkit/client/asked.ts";
import { type AnyKind, groupOfKinds } from "../../toolkit/kinds/mod.ts";
import type { Cluster } from "./cluster.ts";
import { ArmedFault, type Fault } from "./faults.ts";
import type { Replica } from "./faulty_sender.ts";
import type { Used } from "./schedule.ts";
import type { Timeline } from "./timeline.ts";

/** So many lines of a trace are kept. */
const TRACE_LIMIT = 2000;

/** See the module. */
export class FaultInjector {
  readonly #timeline: Timeline;
  readonly #trace: string[] = [];
  #faults: ArmedFault[] = [];
  readonly #replicas = new Set<Replica>();
  #cluster: Cluster | undefined;
  #pending: Promise<unknown> = Promise.resolve();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** What was asked, and which faults it met, with the time: the newest lines. */
  get trace(): readonly string[] {
    return this.#trace;
  }

  /** Those that were injected, in their order. */
  get faults(): readonly ArmedFault[] {
    return this.#faults;
  }

  get cluster(): Cluster {
    if (this.#cluster === undefined) throw new Error("the environment has not started");
    return this.#cluster;
  }

  /** Settles when all has ended that goes on by itself. */
  get pending(): Promise<unknown> {
    return this.#pending;
  }

  /** Where the processes ask from now on. */
  connect(cluster: Cluster): void {
    this.#cluster = cluster;
  }

  note(line: string): void {
    const seconds = (this.#timeline.clock.monotonic() / 1000).toFixed(3);
    this.#trace.push(`${seconds} ${line}`);
    if (this.#trace.length > TRACE_LIMIT) this.#trace.shift();
  }

  /** Faults that are met from now on, until they are taken back. */
  arm(faults: readonly Fault[]): Disposable {
    const armed = faults.map((one) => new ArmedFault(one));
    this.#faults.push(...armed);
    return {
      [Symbol.dispose]: () => {
        this.#faults = this.#faults.filter((one) => !armed.includes(one));
      },
    };
  }

  /** Something that goes on by itself: who starts or ends a process waits for it. */
  later(work: Promise<unknown>): void {
    const noted = work.catch((error) =>
      this.note(`  the environment: ${error instanceof Error ? error.message : error}`)
    ).finally(() => this.#timeline.activity.events++);
    this.#pending = Promise.all([this.#pending, noted]);
  }

  /** A server that is behind from now on. */
  async replica(): Promise<Replica> {
    const { sender, close } = await this.cluster.replica();
    const replica: Replica = {
      sender,
      close: async () => {
        if (!this.#replicas.delete(replica)) return;
        await close();
      },
    };
    this.#replicas.add(replica);
    return replica;
  }

  /** Takes all faults back, and forgets what was written down. */
  async reset(): Promise<void> {
    this.#faults = [];
    this.#trace.length = 0;
    await this.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#replicas].map((one) => one.close()));
  }
}

/** How often what was asked of which kinds. */
export class AskedCounts {
  /** By `verb group/plural`. */
  readonly #counts = new Map<string, number>();

  add({ verb, group, resource }: Asked): void {
    const name = `${verb} ${groupOfKinds(group)}/${resource}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** What was asked of these kinds. */
  of(kinds: Iterable<AnyKind>): Used[] {
    return [...kinds].flatMap((kind) =>
      [...this.#counts].flatMap(([name, count]) => {
        const [verb = "", of] = name.split(" ");
        return of === `${kind.group}/${kind.plural}` ? [{ verb, kind, count }] : [];
      })
    );
  }
}
