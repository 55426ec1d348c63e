/**
 * The last runs of each object, for those who ask why.
 *
 * @module
 */

import type { AnyKind } from "../kinds/mod.ts";
import type { Cause } from "../workqueue/mod.ts";

/** Something that a run wrote, or would have. */
export interface RunWrite {
  /** What was done to the object. */
  readonly verb: "apply" | "delete" | "status" | "finalizer" | "event";
  /** The kind of the object. */
  readonly kind: AnyKind;
  /** `namespace/name`, or `name`. */
  readonly ref: string;
  /** Whether it was sent: what is so already is not. */
  readonly sent: boolean;
}

/** A run of a controller for one object. */
export interface Run {
  /** The name of the controller. */
  readonly controller: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How long it took. */
  readonly tookMs: number;
  /** 1, and one more for each failure in a row. */
  readonly attempt: number;
  /** Why it ran. */
  readonly causes: readonly Cause[];
  /** What it wrote, in order, and what it would have but for it being so already. */
  readonly writes: readonly RunWrite[];
  /**
   * How it ended. `requeue`: it wants to run again. `error`: it threw. `terminal`: it threw a
   * `Terminal`.
   */
  readonly result: "ok" | "requeue" | "error" | "terminal";
  /** What it threw. */
  readonly error?: unknown;
}

/** Runs of one object. */
const RUNS_LIMIT = 20;
/**
 * Runs of all objects together. Each holds half a kilobyte: with the full number for each of ten
 * thousand objects an operator would be twice as large, for what hardly anybody asks.
 */
const TOTAL_LIMIT = 20_000;

/** Remembers the last runs of each object; of very many objects, those of the ones that ran last. */
export class RunHistory {
  /** By object; those that ran last are last. */
  readonly #runs = new Map<string, Run[]>();
  #total = 0;

  add(object: string, run: Run): void {
    const runs = this.#runs.get(object) ?? [];
    this.#runs.delete(object);
    this.#runs.set(object, runs);
    runs.push(run);
    this.#total++;
    if (runs.length > RUNS_LIMIT) this.#drop(runs);
    while (this.#total > TOTAL_LIMIT) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const [object, runs] of this.#runs) {
      this.#drop(runs);
      if (runs.length === 0) this.#runs.delete(object);
      return;
    }
  }

  #drop(runs: Run[]): void {
    runs.shift();
    this.#total--;
  }

  /** The oldest first. */
  of(object: string): readonly Run[] {
    return [...this.#runs.get(object) ?? []];
  }
}
