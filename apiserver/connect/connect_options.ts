/**
 * The options of connections, which come as parameters of the query.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import { parseTime, printTime } from "../../toolkit/values/mod.ts";
import type { Query } from "../http/query.ts";

/** Reads a parameter; undefined where it says nothing. Throws a 400. */
type Reader = (query: Query, name: string) => unknown;

const flag: Reader = (query, name) => query.flag(name) || undefined;
const text: Reader = (query, name) => query.get(name) || undefined;
const integer: Reader = (query, name) => query.integer(name);
/** All of it counts, in its order; none is null, as the kind has it. */
const texts: Reader = (query, name) => query.has(name) ? [...query.all(name)] : null;

const ports: Reader = (query, name) =>
  query.has(name) ? query.all(name).flatMap((one) => one.split(",")).map(portOf) : undefined;

function portOf(text: string): number {
  const problem = !/^\d+$/.test(text)
    ? "invalid syntax"
    : Number(text) > 0xffff
    ? "value out of range"
    : undefined;
  if (problem === undefined) return Number(text);
  const why = `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${problem}`;
  throw badRequest(`cannot convert to []int32: ${why}`);
}

const time: Reader = (query, name) => {
  if (!query.has(name)) return undefined;
  const said = query.get(name);
  // A time that says nothing is the first there is.
  if (said === "" || said === "null") return "0001-01-01T00:00:00Z";
  try {
    return printTime(parseTime(said));
  } catch (error) {
    throw badRequest((error as Error).message);
  }
};

const STREAMS = { stdin: flag, stdout: flag, stderr: flag, tty: flag, container: text };
const PATH = { path: text };

/** The parameters of each kind of options. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  NodeProxyOptions: PATH,
  PodAttachOptions: STREAMS,
  PodExecOptions: { ...STREAMS, command: texts },
  PodLogOptions: {
    container: text,
    follow: flag,
    previous: flag,
    sinceSeconds: integer,
    sinceTime: time,
    timestamps: flag,
    tailLines: integer,
    limitBytes: integer,
    insecureSkipTLSVerifyBackend: flag,
    stream: (query, name) => query.has(name) ? query.get(name) : undefined,
  },
  PodPortForwardOptions: { ports },
  PodProxyOptions: PATH,
  ServiceProxyOptions: PATH,
};

/** The options of a kind as an object of it. Throws a 400 for a value that can't be read. */
export function connectOptions(kind: string, query: Query): JsonObject {
  const options: JsonObject = { kind, apiVersion: "v1" };
  for (const [name, read] of Object.entries(PARAMETERS[kind] ?? {})) {
    const value = read(query, name);
    if (value !== undefined) options[name] = value;
  }
  return options;
}
