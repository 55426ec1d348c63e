/**
 * From a command line to the values of declared flags, read as the reference's flag library
 * reads it: `--x=v`, `--x v`, `--bool`, `-v4`, `-hv4`, repeated lists, `--` ends the flags,
 * underscores count as dashes. Each flag is known under its names in both dialects.
 *
 * @module
 */

import { type Dialect, DIALECTS, NAMES, parseDialect } from "../names.ts";
import { flagInDialect } from "./flag_names.ts";
import { defaultOf, type Flag, type FlagGroup, type FlagStatus, type GroupValues } from "./flag.ts";

/** A command line that can't be used; its message names the flag. */
export class FlagError extends Error {
  override name = "FlagError";
}

/** A flag with its place: its name in the orch dialect, its group's title, its own status. */
export interface DeclaredFlag {
  readonly name: string;
  readonly group: string;
  readonly status: FlagStatus;
  readonly flag: Flag<unknown>;
}

/** What a command line said. */
export interface Parsed<V> {
  readonly values: V;
  /** The flags that were given, by their orch names, each as it was spelled, in order. */
  readonly given: ReadonlyMap<string, string>;
  /** What followed the flags. */
  readonly rest: readonly string[];
  readonly dialect: Dialect;
}

/** Each flag of some groups, in order. Two flags of one name are a mistake of the program. */
export function declaredFlags(groups: readonly FlagGroup[]): DeclaredFlag[] {
  const seen = new Set<string>();
  return groups.flatMap((one) =>
    Object.entries(one.flags).map(([name, flag]) => {
      if (seen.has(name)) throw new Error(`flag --${name} is declared twice`);
      seen.add(name);
      return { name, group: one.title, status: flag.status ?? one.status, flag };
    })
  );
}

/** The flag of every process and command that chooses its dialect. */
export const DIALECT_FLAG = "api-dialect";

/**
 * Reads `args`. `presetDialect` is the dialect when {@link DIALECT_FLAG} is not given; defaults
 * that differ between the dialects follow the one in force.
 */
export function parseFlags<const G extends readonly FlagGroup[]>(
  groups: G,
  args: readonly string[],
  presetDialect: Dialect = "orch",
): Parsed<GroupValues<G>> {
  const declared = declaredFlags(groups);
  const values: Record<string, unknown> = {};
  const given = new Map<string, string>();
  const rest: string[] = [];
  let dialect = presetDialect;
  // Each is read before the next one is looked at: of several mistakes the first is told.
  for (const { entry, spelled, text } of scan(declared, args, rest)) {
    try {
      values[entry.name] = entry.flag.kind.parse(text, values[entry.name]);
    } catch (error) {
      const name = spelled.replaceAll("_", "-");
      throw new FlagError(
        `invalid argument ${JSON.stringify(text)} for "${name}" flag: ${(error as Error).message}`,
      );
    }
    given.set(entry.name, spelled);
    // The last one wins, as for any flag.
    if (entry.name === DIALECT_FLAG) dialect = parseDialect(text) ?? dialect;
  }
  for (const { name, flag } of declared) {
    if (!given.has(name)) values[name] = defaultOf(flag, NAMES[dialect]);
  }
  return { values: values as GroupValues<G>, given, rest, dialect };
}

/** A flag as it was given once. */
export interface Occurrence {
  readonly entry: DeclaredFlag;
  /** The flag's name with its dashes, as it was spelled. */
  readonly spelled: string;
  /** The value's text. */
  readonly text: string;
}

/**
 * The flags of a command line in their order, and what followed them; values are not looked at. Throws
 * a {@link FlagError} on a flag that is not declared, or has no value.
 */
export function flagsGiven(
  groups: readonly FlagGroup[],
  args: readonly string[],
): { readonly occurrences: readonly Occurrence[]; readonly rest: readonly string[] } {
  const rest: string[] = [];
  return { occurrences: [...scan(declaredFlags(groups), args, rest)], rest };
}

/** The flags one by one; what is none goes to `rest`. */
function* scan(
  declared: readonly DeclaredFlag[],
  args: readonly string[],
  rest: string[],
): Generator<Occurrence> {
  const byName = new Map<string, DeclaredFlag>();
  const byLetter = new Map<string, DeclaredFlag>();
  for (const entry of declared) {
    for (const dialect of DIALECTS) byName.set(flagInDialect(entry.name, dialect), entry);
    if (entry.flag.shorthand !== undefined) byLetter.set(entry.flag.shorthand, entry);
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") {
      rest.push(...args.slice(at + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-")) {
      rest.push(arg);
      continue;
    }
    let letters = "";
    do {
      const isLong = arg.startsWith("--");
      const [name, attached] = isLong ? long(arg) : short(letters || arg.slice(1));
      letters = "";
      const spelled = isLong ? `--${name}` : `-${name}`;
      const entry = isLong ? byName.get(name.replaceAll("_", "-")) : byLetter.get(name);
      if (entry === undefined) throw unknown(arg, name, byName);
      const { bare } = entry.flag.kind;
      let text = attached?.text ?? bare;
      if (bare !== undefined && attached?.isJoined) [text, letters] = [bare, attached.text];
      if (text === undefined) {
        text = args[++at];
        if (text === undefined) throw new FlagError(`flag needs an argument: ${spelled}`);
      }
      yield { entry, spelled, text };
    } while (letters !== "");
  }
}

/** What stands in the same word as the flag. */
interface Attached {
  readonly text: string;
  /** Without an `=` before it: a value, or, after a letter that needs none, more letters. */
  readonly isJoined: boolean;
}

/** `--name` or `--name=value`. */
function long(arg: string): [name: string, attached: Attached | undefined] {
  const at = arg.indexOf("=");
  const name = at < 0 ? arg.slice(2) : arg.slice(2, at);
  if (name === "" || name.startsWith("-")) throw new FlagError(`bad flag syntax: ${arg}`);
  return [name, at < 0 ? undefined : { text: arg.slice(at + 1), isJoined: false }];
}

/** Of letters behind a dash the first: `n`, `nvalue`, `n=value`, or `nm` for two flags. */
function short(letters: string): [name: string, attached: Attached | undefined] {
  const [name, rest] = [letters.slice(0, 1), letters.slice(1)];
  if (rest === "") return [name, undefined];
  const isJoined = !rest.startsWith("=");
  return [name, { text: isJoined ? rest : rest.slice(1), isJoined }];
}

function unknown(arg: string, name: string, byName: ReadonlyMap<string, unknown>): FlagError {
  if (!arg.startsWith("--")) {
    return new FlagError(`unknown shorthand flag: '${name}' in ${arg}`);
  }
  const near = nearest(name, byName.keys());
  const hint = near === undefined ? "" : ` (did you mean --${near}?)`;
  return new FlagError(`unknown flag: --${name}${hint}`);
}

/** A name within two edits of `name`, which leave some of it: what was probably meant. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, name.length);
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ));
    }
    row = next;
  }
  return row[b.length]!;
}
