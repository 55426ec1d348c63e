/**
 * From the command line that test environments give the reference's API server to that of this one.
 *
 * @module
 */

import {
  DIALECT_FLAG,
  FlagError,
  flagsGiven,
  type Occurrence,
  parseFlags,
} from "../toolkit/flags/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { apiServerFlags } from "./flags/mod.ts";

/** What the server is started with. */
export interface EnvtestArguments {
  readonly args: readonly string[];
  /** What of the given command line does not hold, and why: a line each. */
  readonly notes: readonly string[];
}

/** Flags that say where an etcd is and how to reach it. */
const ETCD_PLACE = new Set([
  "store-servers",
  "store-servers-overrides",
  "store-cafile",
  "store-certfile",
  "store-keyfile",
]);

const PROGRAM = `${NAMES.kubernetes.processApiServer} of orch envtest`;

/**
 * Rewrites a command line for a server that keeps its objects in memory, beside an etcd that keeps
 * nothing. All flags stay as they were given, but for where etcd is (`--store-servers`, in this
 * spelling, stays). A command line that can't be used stays as it is: the server says what is wrong with it.
 */
export function envtestArguments(args: readonly string[]): EnvtestArguments {
  try {
    return rewritten(args);
  } catch (error) {
    if (error instanceof FlagError) return { args, notes: [] };
    throw error;
  }
}

function rewritten(args: readonly string[]): EnvtestArguments {
  // Throws where a flag is not known, or its value is none.
  parseFlags(apiServerFlags, args);
  const { occurrences, rest } = flagsGiven(apiServerFlags, args);
  const kept: Occurrence[] = [];
  const dropped: Occurrence[] = [];
  for (const occurrence of occurrences) {
    const { name } = occurrence.entry;
    if (ETCD_PLACE.has(name) && isEtcdSpelling(occurrence)) dropped.push(occurrence);
    else kept.push(occurrence);
  }
  const has = (name: string) => kept.some(({ entry }) => entry.name === name);
  const notes: string[] = [];
  if (dropped.length > 0) {
    const where = has("store-servers") ? "where --store-servers says" : "in memory";
    notes.push(`objects are kept ${where}: ${dropped.map(textOf).join(" ")} has no effect`);
  }
  return {
    args: [
      ...has(DIALECT_FLAG) ? [] : [`--${DIALECT_FLAG}=kubernetes`],
      ...has("store-servers") ? [] : ["--store-servers=memory:"],
      ...kept.map(textOf),
      ...rest.length === 0 ? [] : ["--", ...rest],
    ],
    notes: notes.map((note) => `${PROGRAM}: ${note}`),
  };
}

function isEtcdSpelling({ spelled }: Occurrence): boolean {
  return spelled.replaceAll("_", "-").startsWith("--etcd-");
}

function textOf({ spelled, text }: Occurrence): string {
  return `${spelled}=${text}`;
}
