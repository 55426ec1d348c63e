/**
 * What two servers say of the same command line.
 *
 * @module
 */

import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { declaredFlags } from "../../toolkit/flags/mod.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";
import type { Answer } from "./oracle.ts";

/** A command line, and what both say of it. */
export interface Judged {
  readonly args: readonly string[];
  /** "": it was taken. */
  readonly ours: string;
  readonly theirs: Answer;
}

/**
 * How they differ: one takes what the other refuses, or ours tells of another flag. `more`: how many flags the line has
 * besides those that every line has. Undefined: they don't.
 */
export function differenceOf(
  { args, ours, theirs }: Judged,
  more: number,
): "taken" | "refused" | "names" | undefined {
  if (ours === "") return theirs.stage === "" ? undefined : "taken";
  if (theirs.stage === "") return "refused";
  if (messageStart(ours) === messageStart(theirs.errors[0]!)) return undefined;
  const own = flagsIn(ours);
  const named = theirs.errors.map(flagsIn);
  // Some of what is wrong is told there without its flag.
  const areNamed = named.some((flags) =>
    flags.length === 0 || flags.some((flag) => own.includes(flag))
  );
  // Where several flags are wrong they may be looked at in another order.
  const given = args.flatMap(flagsIn);
  return areNamed || more > 1 && own.some((flag) => given.includes(flag)) ? undefined : "names";
}

/** What a mistake of the line as such is, up to what is wrong with a value. */
function messageStart(message: string): string {
  if (/is not a flag|does not take any arguments/.test(message)) return "an argument";
  const [start] = message.split(" flag: ");
  return start!.replace(/ \(did you mean .*\)$/, "").replace(/"-v(, --v)?"/, '"--v"');
}

const OWN = [apiServerFlags, controllerManagerFlags].flatMap((groups) => declaredFlags(groups))
  .map(({ name }) => flagInDialect(name, "kubernetes"));
/** Names of two words or more, which are seen as such without dashes before them, too. */
const LONG_NAMES = new Set(OWN.filter((name) => name.includes("-")));

function flagsIn(message: string): string[] {
  const words = message.matchAll(/(?<![\w/.-])(--)?([a-z0-9]+(?:-[a-z0-9]+)*)/g);
  return Array.from(words, ([, dashes, name]) => [dashes, flagInDialect(name!, "kubernetes")])
    .filter(([dashes, name]) => dashes !== undefined || LONG_NAMES.has(name!))
    .map(([, name]) => name!);
}
