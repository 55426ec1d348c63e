/**
 * What plugins remember of one pod, from its first look to its binding.
 *
 * @module
 */

/** What can be told apart from what it was before trials of pods coming and going. */
export interface Clonable<T> {
  clone(): T;
}

/** A place in a {@link CycleState}, of one plugin. */
export class StateKey<T> {
  /** Only its type counts. */
  declare readonly type: T;
  /** `name`: for people. */
  constructor(readonly name: string) {}
}

/** The memory of one attempt to find a node for one pod. */
export class CycleState {
  readonly #values: Map<StateKey<unknown>, unknown>;
  /** Plugins whose filter has nothing to say of this pod. */
  readonly skippedFilters: Set<string>;
  /** Plugins that do not score nodes for this pod. */
  readonly skippedScores: Set<string>;
  /** A filter may take long for one node: others are let in after each. */
  takesLong = false;
  /** Each plugin is timed. */
  isTimed = false;

  constructor(from?: CycleState) {
    this.#values = new Map();
    this.skippedFilters = new Set(from?.skippedFilters);
    this.skippedScores = new Set(from?.skippedScores);
    this.takesLong = from?.takesLong ?? false;
    this.isTimed = from?.isTimed ?? false;
    for (const [key, value] of from === undefined ? [] : from.#values) {
      this.#values.set(key, isClonable(value) ? value.clone() : value);
    }
  }

  /** What was put there; undefined where nothing was. */
  get<T>(key: StateKey<T>): T | undefined {
    return this.#values.get(key) as T | undefined;
  }

  /** Puts something there, in the place of what was. */
  set<T>(key: StateKey<T>, value: T): void {
    this.#values.set(key, value);
  }

  /** The same memory: what is done to one is not seen in the other, where the values can be cloned. */
  clone(): CycleState {
    return new CycleState(this);
  }
}

function isClonable(value: unknown): value is Clonable<unknown> {
  return typeof value === "object" && value !== null && "clone" in value &&
    typeof value.clone === "function";
}
