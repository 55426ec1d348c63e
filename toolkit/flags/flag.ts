/**
 * How a flag is declared. A process's flags are groups of declarations; parsing, `--help`,
 * docs/flags.md and the notices at start all read the same ones.
 *
 * @module
 */

import type { Names } from "../names.ts";
import type { Kind } from "./kind.ts";

/**
 * Whether a flag has an effect: it works; or it will, and `why` says what is missing until then;
 * or it never will here, and `why` says what stands in its place or makes it needless.
 */
export type FlagStatus =
  | { readonly is: "works" }
  | { readonly is: "later"; readonly why: string }
  | { readonly is: "never"; readonly why: string };

/** The status of a flag that does what its meaning says. */
export const works: FlagStatus = { is: "works" };

/** The status of a flag that is parsed and checked, and has no effect until `why` is built. */
export function later(why: string): FlagStatus {
  return { is: "later", why };
}

/** The status of a flag that is accepted for its users' sake and can have no effect here. */
export function never(why: string): FlagStatus {
  return { is: "never", why };
}

/** A declared flag whose parsed value is a `T`. Its name is its key in the group. */
export interface Flag<T> {
  readonly kind: Kind<T>;
  /** The value when the flag is not given; a function where the dialects differ. */
  readonly default: T | ((names: Names) => T);
  readonly meaning: string;
  /** The group's status unless given. */
  readonly status?: FlagStatus;
  /** One letter that stands for the flag after a single dash. */
  readonly shorthand?: string;
  /** What to use instead; the flag still works, and says so when it is given. */
  readonly deprecated?: string;
  /** What the value is called in help, where the kind's own name says too little. */
  readonly placeholder?: string;
}

/** The flags of one heading of `--help`. */
export interface FlagGroup<F extends Flags = Flags> {
  readonly title: string;
  readonly status: FlagStatus;
  readonly flags: F;
}

// deno-lint-ignore no-explicit-any -- a table holds flags of every type; FlagValues keeps each one's
export type Flags = Readonly<Record<string, Flag<any>>>;

/** The values of a set of flags, each with its own type under its own name. */
export type FlagValues<F extends Flags> = {
  readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never;
};

/** The values of several groups together. */
export type GroupValues<G extends readonly FlagGroup[]> = UnionToIntersection<
  G[number] extends infer One ? One extends FlagGroup<infer F> ? FlagValues<F> : never : never
>;

type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends
  (all: infer I) => void ? I : never;

/** Declares a group; `status` holds for each of its flags that names none of its own. */
export function group<const F extends Flags>(
  title: string,
  status: FlagStatus,
  flags: F,
): FlagGroup<F> {
  return { title, status, flags };
}

/** Declares a flag. */
export function flag<T>(
  kind: Kind<T>,
  defaultValue: NoInfer<T> | ((names: Names) => NoInfer<T>),
  meaning: string,
  more: Omit<Flag<T>, "kind" | "default" | "meaning"> = {},
): Flag<T> {
  return { kind, default: defaultValue, meaning, ...more };
}

/** The value that `declared` has in a dialect when it is not given. */
export function defaultOf<T>(declared: Flag<T>, names: Names): T {
  return typeof declared.default === "function"
    ? (declared.default as (names: Names) => T)(names)
    : declared.default;
}
